#include "app/window/comparer.hpp"

#include <fmt/format.h>

namespace heteroscope {
namespace {

/// Why A cannot be compared with the frame; empty if it can.
std::string mismatch(const Frame& frame, const Frame& kept) {
  const Size size = frame.field.size();
  const Size other = kept.field.size();
  if (frame.plan.workload != kept.plan.workload) return "A is of another workload: keep again (K)";
  if (size != other) {
    return fmt::format("A is {} × {}, this picture {} × {}: keep again (K)", other.width, other.height, size.width,
                       size.height);
  }
  return {};
}

}  // namespace

void Comparer::update(State& state, Runner& runner) {
  Comparison& comparison = state.comparison;
  const CompareWith with = comparison.flip ? CompareWith::reference : comparison.with;
  if (with != with_) {
    comparison.other = nullptr;
    comparison.result.reset();
    other_for_ = nullptr;
    with_ = with;
  }
  comparison.why_not.clear();
  if (with == CompareWith::nothing || state.frame == nullptr) return;

  // While a new view is being computed, the last comparison stays; it moves along with the picture.
  if (state.current() && other_for_ != state.frame) {
    const auto other = with == CompareWith::kept ? comparison.kept : runner.reference_of(state.frame);
    if (other != nullptr) {
      comparison.other = other;
      other_for_ = state.frame;
    }
  }
  if (with == CompareWith::kept && state.current()) comparison.why_not = mismatch(*state.frame, *comparison.kept);
  if (auto result = task_.take()) comparison.result = std::move(result);
  if (!state.current() || comparison.other == nullptr || other_for_ != state.frame || !comparison.why_not.empty()) {
    comparison.result_is_current = false;
    return;
  }
  const DiffStyle style = comparison.style == CompareStyle::heat ? DiffStyle::heat : DiffStyle::mask;
  const CompareKey key{state.frame->serial, comparison.other->serial, style};
  comparison.result_is_current = comparison.result && comparison.result->key == key;
  if (comparison.result_is_current) {
    comparison.why_not = comparison.result->error;
  } else {
    task_.start(state.frame, comparison.other, style);
  }
}

}  // namespace heteroscope
