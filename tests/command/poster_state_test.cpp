#include "core/poster/poster_state.hpp"

#include <gtest/gtest.h>

#include "app/ranks/work.hpp"
#include "core/base/error.hpp"
#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"
#include "tests/json.hpp"

namespace heteroscope {
namespace {

PosterState state_with(const std::string& span) {
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.problem.parameters["span"] = Decimal::parse(span);
  settings.execution.threads = 3;
  PosterState out;
  out.version = "1";
  out.format = ".png";
  out.piece = {256, 256};
  out.settings = to_json(settings, catalog());
  return out;
}

/// Also where a number is a double without all of its digits.
TEST(PosterState, IsWhatWasWritten) {
  for (const char* const span : {"0.1", "1.3e-315", "5e-324", "1e-400", "0.12345678901234567890123"}) {
    const PosterState state = state_with(span);
    const PosterState read = poster_state_of(to_text(state), "s.json");
    EXPECT_EQ(difference(read, state), "") << span;
    EXPECT_EQ(difference(state, read), "") << span;
    EXPECT_EQ(threads_of(read), 3);
    EXPECT_EQ(difference(read, state_with("0.2")), "settings /parameters/span");
    const nlohmann::json work = {{"version", "1"}, {"settings", json_of(state.settings)}};
    EXPECT_EQ(difference_of_work(work, work.dump()), "") << span;
  }
}

/// Whatever a bit of it says after it was written, it is found.
TEST(PosterState, DamageIsFound) {
  PosterState state = state_with("0.1");
  state.kept.add(1, 1000, 17, 20);
  state.kept.add(1, 2000, 18, 20);
  state.survey.source.count = 5;
  state.survey.partials = {1.5};
  const std::string text = to_text(state);
  const PosterState read = poster_state_of(text, "s.json");
  EXPECT_EQ(read.kept, state.kept);
  for (std::size_t i = 0; i < 8 * text.size(); ++i) {
    std::string other = text;
    other[i / 8] = static_cast<char>(other[i / 8] ^ (1 << (i % 8)));
    EXPECT_THROW(poster_state_of(other, "s.json"), BadInput) << i;
  }
}

/// Of very many pieces several have a checksum together.
TEST(PosterState, ItsSumsAreNotMoreThanCanBeRead) {
  constexpr std::int64_t count = 1'000'000;
  Kept kept;
  std::uint32_t sum = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    if (kept.sum_before(count) == 0) sum = 1;
    kept.add(1, static_cast<std::uint64_t>(i) + 1, sum++, count);
  }
  EXPECT_EQ(kept.pieces, count);
  EXPECT_EQ(kept.sums.size(), 4082U);  // of 245 pieces each
  EXPECT_EQ(kept.sums[1], (PiecesSum{490, 490, 245}));
  EXPECT_EQ(kept.before(2).pieces, 490);
}

/// Ranks of two versions, or what another version has begun.
TEST(PosterState, OfAnotherVersionIsAnother) {
  const PosterState state = state_with("0.1");
  PosterState other = state;
  other.version = "0";
  EXPECT_EQ(difference(other, state), "version 0");
  const nlohmann::json work = {{"version", "1"}};
  EXPECT_EQ(difference_of_work(work, R"({"version": "0"})"), "version 0");
  EXPECT_EQ(difference_of_work(work, "[1]"), "version unknown");
  EXPECT_EQ(difference_of_work(work, ""), "nothing");
}

TEST(PosterState, MayHaveBeenBegunOnOtherThreads) {
  const PosterState state = state_with("0.1");
  PosterState other = state;
  const std::size_t at = other.settings.find("\"threads\": 3");
  ASSERT_NE(at, std::string::npos) << other.settings;
  other.settings.replace(at, 12, "\"threads\": 7");
  EXPECT_EQ(difference(state, other), "");
  EXPECT_EQ(threads_of(other), 7);
  other.settings = "{}";
  EXPECT_EQ(threads_of(other), std::nullopt);
}

}  // namespace
}  // namespace heteroscope
