#include "app/window/features/compare/compare_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "app/window/features/compare/overlay.hpp"
#include "app/window/model/comparing.hpp"
#include "app/window/picture/pictures.hpp"
#include "app/window/picture/texture.hpp"

namespace heteroscope {
namespace {

std::string size_text(Size size) {
  return fmt::format("{} × {}", size.width, size.height);
}

/// Why values of the two pictures cannot be compared; empty if they can.
std::string mismatch(const Frame& frame, const Frame& other, const Comparison& comparison, CompareWith with) {
  const Size size = frame.field.size();
  if (with == CompareWith::input && frame.input.size() != size) {
    return fmt::format("input {}, result {}: only pictures of one size can be subtracted",
                       size_text(frame.input.size()), size_text(size));
  }
  if (with != CompareWith::kept) return {};
  if (other.field.size() != size) {
    return fmt::format("{} is {}, this picture {}: keep another (K)", comparison.name_of(with),
                       size_text(other.field.size()), size_text(size));
  }
  return {};
}

Reference other_of(const State& state, Requester& requester, CompareWith with) {
  switch (with) {
    case CompareWith::nothing:
      return {};
    case CompareWith::input:
      return {state.frame, {}};
    case CompareWith::reference:
      return requester.reference_of(state.frame);
    case CompareWith::kept:
      return {state.comparison.kept.chosen() != nullptr ? state.comparison.kept.chosen()->frame : nullptr, {}};
  }
  return {};
}

std::string not_yet_whole(const State& state) {
  return state.current() ? "" : "a picture is kept when all of it is there";
}

void keep_picture(State& state) {
  const KeptPicture& kept = state.comparison.kept.keep(state.frame);
  if (state.comparison.with == CompareWith::kept) state.comparison.turn_off();
  state.toasts.say("Kept as " + kept.name() + ": change something, then compare (D)", state.now_s);
}

}  // namespace

std::vector<ActionEntry> CompareFeature::actions() {
  return {
      {action::cycle_compare,
       "diff view: off, reference, each kept picture",
       {pressed(GLFW_KEY_D, "D")},
       [](State& state) { cycle_compare(state.comparison); }},
      {action::toggle_input,
       "input and result side by side",
       {pressed(GLFW_KEY_I, "I")},
       [](State& state) { toggle_input(state.comparison); },
       why_no_input},
      {action::keep,
       "keep this picture, to compare others with it",
       {pressed(GLFW_KEY_K, "K")},
       keep_picture,
       not_yet_whole},
  };
}

void CompareFeature::overlay(State& state, OverlaySpace& /*space*/) {
  compare_overlay(state);
}

void CompareFeature::on_frame(State& state, const FrameStep& /*step*/) {
  compare(state);
}

/// What belongs to a picture that is there is still to come.
Activity CompareFeature::activity(const State& state) const {
  const Comparison& comparison = state.comparison;
  const bool compared =
      comparison.wanted() == CompareWith::nothing || comparison.result_is_current || !comparison.why_not.empty();
  return {.busy = !compared && state.refusal.empty() && state.current()};
}

void CompareFeature::compare(State& state) {
  Comparison& comparison = state.comparison;
  const CompareWith with = comparison.wanted();
  const KeptPicture* const kept = with == CompareWith::kept ? comparison.kept.chosen() : nullptr;
  const std::shared_ptr<const Frame> kept_now = kept != nullptr ? kept->frame : nullptr;
  if (with != with_ || kept_now != kept_) {
    comparison.other = nullptr;
    comparison.result.reset();
    other_for_ = nullptr;
    with_ = with;
    kept_ = kept_now;
  }
  comparison.why_not.clear();
  if (with == CompareWith::nothing || state.frame == nullptr || state.frame->plan.workload != state.workload) return;

  // While a new view is being computed, the last comparison stays; it moves along with the picture. The input belongs
  // to every picture, finished or not.
  const bool input = with == CompareWith::input;
  if ((state.current() || input) && other_for_ != state.frame) {
    const Reference other = other_of(state, requester_, with);
    comparison.why_not = other.why_not;
    if (other.frame != nullptr) {
      comparison.other = other.frame;
      other_for_ = state.frame;
    }
  }
  if (comparison.other != nullptr && state.current() && comparison.why_not.empty()) {
    comparison.why_not = mismatch(*state.frame, *comparison.other, comparison, with);
  }
  if (auto result = task_.take()) comparison.result = std::move(result);
  if (!state.current() || comparison.other == nullptr || other_for_ != state.frame || !comparison.why_not.empty()) {
    comparison.result_is_current = false;
    return;
  }
  const DiffStyle style = comparison.style == CompareStyle::heat ? DiffStyle::heat : DiffStyle::mask;
  const CompareKey key{state.frame->serial, input ? 0 : comparison.other->serial, style};
  comparison.result_is_current = comparison.result && comparison.result->key == key;
  if (comparison.result_is_current) {
    comparison.why_not = comparison.result->error;
  } else {
    const Field& field = state.frame->field;
    task_.start(key, field, input ? state.frame->input : comparison.other->field, texture_step(field.size()));
  }
}

}  // namespace heteroscope
