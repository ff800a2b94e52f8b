#include "app/window/session/comparing.hpp"

#include "app/window/session/iterating.hpp"
#include "app/window/shell/state.hpp"

namespace heteroscope {

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
      comparison.with = comparison.kept != nullptr ? CompareWith::kept : CompareWith::nothing;
      break;
    case CompareWith::kept:
      comparison.with = CompareWith::nothing;
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

std::string why_no_input(const State& state) {
  if (!reads_source(state.settings, *state.workload)) {
    return std::string(state.workload->label) + " has no input to show";
  }
  return state.workload->gives_numbers() ? "the picture is the input already" : "";
}

}  // namespace heteroscope
