#include "app/window/model/comparing.hpp"

#include "app/text/format.hpp"
#include "app/window/model/frame_view.hpp"
#include "app/window/model/times/iterating.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

std::string Comparison::name_of(CompareWith what) const {
  if (what == CompareWith::input) return "the input";
  if (what == CompareWith::reference) return "the reference";
  return kept.chosen() != nullptr ? kept.chosen()->name() : "";
}

const CompareResult* Comparison::told_result(double now_s) const {
  return result && now_s <= earlier_since_s.value_or(now_s) + still_s ? &*result : nullptr;
}

void drop_kept(Comparison& comparison, char letter) {
  comparison.kept.drop(letter);
  if (comparison.with == CompareWith::kept && comparison.kept.chosen() == nullptr) comparison.turn_off();
}

void compare_with(Comparison& comparison, CompareWith what) {
  const bool begins = what == CompareWith::input && comparison.with != what;
  if (begins && comparison.style == CompareStyle::mask) comparison.style = CompareStyle::heat;
  comparison.with = what;
}

void cycle_compare(Comparison& comparison) {
  switch (comparison.with) {
    case CompareWith::nothing:
      comparison.with = CompareWith::reference;
      break;
    case CompareWith::input:
      comparison.turn_off();
      comparison.with = CompareWith::reference;
      break;
    case CompareWith::reference:
      if (!comparison.kept.all().empty()) comparison.kept.choose(comparison.kept.all().front().letter);
      comparison.with = comparison.kept.chosen() != nullptr ? CompareWith::kept : CompareWith::nothing;
      break;
    case CompareWith::kept:
      if (const KeptPicture* const next = comparison.kept.next()) {
        comparison.kept.choose(next->letter);
      } else {
        comparison.with = CompareWith::nothing;
      }
      break;
  }
}

void toggle_input(Comparison& comparison) {
  if (comparison.with == CompareWith::input && comparison.style == CompareStyle::side) {
    comparison.turn_off();
    return;
  }
  comparison.style_before = comparison.style;
  comparison.with = CompareWith::input;
  comparison.style = CompareStyle::side;
}

std::string differing_share(const Diff& diff) {
  const double percent =
      diff.values > 0 ? 100.0 * static_cast<double>(diff.differing) / static_cast<double>(diff.values) : 0;
  return format_short(percent, 2) + " %";
}

std::string why_no_input(const Window& window) {
  if (!reads_source(window.model.settings(), *window.model.workload)) {
    return std::string(window.model.workload->label) + " has no input to show";
  }
  return window.model.workload->gives_numbers() ? "the picture is the input already" : "";
}

}  // namespace heteroscope
