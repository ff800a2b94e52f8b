#include "app/window/features/lens/lens_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/text/format.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {
namespace {

/// "4 sectors per load, 32 sectors per store, 1 pass per shared load".
std::string totals_text(const AccessTotals& totals) {
  std::string out;
  const auto add = [&](Access access, const char* name) {
    const AccessTotal total = totals.sum(access);
    if (total.requests <= 0) return;
    const bool shared = is_shared(access);
    const double each = total.a_request();
    const std::string unit = shared ? noun(each, "pass", "passes") : noun(each, "sector");
    out += fmt::format("{}{} {} per {}", out.empty() ? "" : ", ", format_short(each, 3), unit, name);
  };
  add(Access::global_load, "load");
  add(Access::global_store, "store");
  add(Access::global_atomic, "atomic");
  add(Access::shared_load, "shared load");
  add(Access::shared_store, "shared store");
  add(Access::shared_atomic, "shared atomic");
  return out;
}

constexpr std::string_view hint =
    "Each color is one of the warp's 32 threads (lanes). Each row is a line of 128 bytes in memory, or a pass over "
    "shared memory's 32 banks.";
constexpr std::string_view half_hint =
    "Values wider than 4 bytes are served to one part of the warp after the other; the part with the most passes is "
    "drawn.";

}  // namespace

std::string place_words(const Lens& lens) {
  std::string out =
      fmt::format("block ({}, {})", lens.place.block % lens.launch.columns, lens.place.block / lens.launch.columns);
  if (lens.launch.warps > 1) out += fmt::format(", warp {} of {}", lens.place.warp + 1, lens.launch.warps);
  if (lens.launch.steps > 1) out += fmt::format(", step {} of {}", lens.place.step + 1, lens.launch.steps);
  return out;
}

std::string words_from_byte(const LensGroup& group) {
  return fmt::format("{}, from byte {}", words_of(group), format_count(first_byte(group)));
}

std::string group_figures(const LensGroup& group) {
  const bool several = group.instructions > 1;
  const double each = is_shared(group.access) ? group.passes_each() : group.sectors_each();
  const char* const one = is_shared(group.access) ? "pass" : "sector";
  const char* const many = is_shared(group.access) ? "passes" : "sectors";
  return fmt::format("{}{} {}, {:.0f} % used", several ? fmt::format("{} × ", group.instructions) : std::string(),
                     format_short(each, 3), each == 1 ? one : many, 100 * group.used());
}

std::string average_text(const AccessTotals& totals) {
  return fmt::format("On average over the whole launch: {}.", totals_text(totals));
}

std::string hint_of(const Lens& lens) {
  constexpr int bank_bytes = 4;
  const bool parts = std::ranges::any_of(
      lens.groups, [](const LensGroup& each) { return is_shared(each.access) && each.worst.bytes > bank_bytes; });
  return in_sequence({hint, parts ? half_hint : ""});
}

std::string in_sequence(std::initializer_list<std::string_view> sentences) {
  std::string out;
  for (const std::string_view each : sentences) {
    if (!out.empty() && !each.empty()) out += ' ';
    out += each;
  }
  return out;
}

}  // namespace heteroscope
