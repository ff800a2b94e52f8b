#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace heteroscope {

/// "thread" of one, "threads" of any other number. `several`: where an s makes no plural, as in "launches".
template <class Number>
std::string noun(const Number& count, std::string_view one, std::string_view several = {}) {
  if (count == Number{1}) return std::string(one);
  return several.empty() ? fmt::format("{}s", one) : std::string(several);
}

/// "1 thread", "8 threads".
template <class Number>
std::string plural(const Number& count, std::string_view one, std::string_view several = {}) {
  return fmt::format("{} {}", count, noun(count, one, several));
}

/// The same for a number that is already text, as in a result file.
inline std::string plural(const std::string& count, std::string_view one, std::string_view several = {}) {
  return fmt::format("{} {}", count, noun(count == "1" ? 1 : 2, one, several));
}

/// "simd and 3 more" of four things of which that is the first.
inline std::string with_more(std::string_view first, std::size_t all) {
  return all > 1 ? fmt::format("{} and {} more", first, all - 1) : std::string(first);
}

}  // namespace heteroscope
