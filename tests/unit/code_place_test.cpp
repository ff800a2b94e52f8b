#include "core/own/code_place.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

/// Where calls are in a file of a person's. The object here is this program: an object that is mapped, as those are.
namespace heteroscope {
namespace {

[[gnu::noinline]] std::string place_of_this_call() {
  std::array<std::uintptr_t, most_calls> calls{};
  const std::size_t count = calls_of_this_thread(calls);
  EXPECT_GT(count, 1U);
  return place_in_own_file(std::span(calls).first(count));
}

TEST(CodePlace, IsNoneWhereNoCallIsInAFileOfAPersons) {
  EXPECT_EQ(place_in_own_file(std::span<const std::uintptr_t>()), "");
  const std::array<std::uintptr_t, 2> nowhere{0, 1};
  EXPECT_EQ(place_in_own_file(nowhere), "");
}

TEST(CodePlace, NamesTheFileWhereItsCodeTellsNoLine) {
  note_own_object({.path = std::filesystem::canonical("/proc/self/exe").string(),
                   .code = "these are no bytes of an object",
                   .unit = "/home/anna/mine.cpp"});
  EXPECT_EQ(place_of_this_call(), "mine.cpp");
  const auto call = reinterpret_cast<std::uintptr_t>(&place_of_this_call);
  EXPECT_EQ(place_in_own_file(std::span(&call, 1)), "mine.cpp");
}

}  // namespace
}  // namespace heteroscope
