#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "app/scope/lens.hpp"

/// The words of the lens, for the window and for files.
namespace heteroscope {

/// What the lens shows of a variant.
struct LensView {
  const Lens& lens;
  std::string_view variant;
  const AccessTotals* totals = nullptr;  ///< the averages over the whole launch; null while they are not known
};

/// "block (12, 19), warp 5 of 16".
std::string place_words(const Lens& lens);
/// "loads input, from byte 412,672".
std::string words_from_byte(const LensGroup& group);
/// "4 sectors, 100 % used", "25 × 2 passes, 50 % used".
std::string group_figures(const LensGroup& group);
/// "On average over the whole launch: 4 sectors per load, 32 sectors per store, 1 pass per shared load."
std::string average_text(const AccessTotals& totals);
/// Returns what the drawing means.
std::string hint_of(const Lens& lens);
/// Returns the sentences one after the other; some may be empty.
std::string in_sequence(std::initializer_list<std::string_view> sentences);

}  // namespace heteroscope
