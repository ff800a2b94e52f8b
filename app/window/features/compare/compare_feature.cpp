#include "app/window/features/compare/compare_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/window/features/compare/overlay.hpp"
#include "app/window/model/comparing.hpp"
#include "app/window/picture/texture.hpp"
#include "core/verify/verifier.hpp"

namespace heteroscope {
namespace {

/// `checked`: the picture's values, computed into memory filled with NaNs; empty: they were not.
CompareResult compared(const CompareKey& key, const Field& picture, const Field& other, const Field& checked,
                       double tolerance, int step) {
  const Size size = diff_picture_size(picture.size(), step);
  CompareResult out{.key = key, .diff = {}, .pixels = {}, .picture = size, .step = step, .error = {}};
  const Field a = picture.with_host_copy();
  const Field b = other.with_host_copy();
  out.diff = compare(a.host_view(), b.host_view(), tolerance);
  out.pixels = diff_picture(a.host_view(), b.host_view(), key.style, out.diff.max_error, step);
  if (checked.empty() || out.diff.beyond > 0) return out;
  const Field on_host = checked.with_host_copy();
  out.unwritten = compare(on_host.host_view(), b.host_view(), tolerance).beyond;
  return out;
}

/// Returns whether the picture is computed once more, to see whether all of it is written: the program's own variants
/// are known to do that.
bool is_checked(const Frame& frame, CompareWith with) {
  return with == CompareWith::reference && !own_variants_of(frame.plan).empty();
}

/// How far the picture's values may be from the other's: only the reference promises anything.
double allowed(const Frame& frame, CompareWith with) {
  if (with != CompareWith::reference) return 0;
  const Summary input = frame.plan.reads_source() ? frame.input_summary : Summary{};
  return tolerance_of(frame.plan, std::max(std::abs(input.minimum), std::abs(input.maximum)));
}

std::string pixels_text(Size size) {
  return fmt::format("{} × {}", size.width, size.height);
}

/// Returns why the values of the two pictures cannot be compared; empty if they can.
std::string mismatch(const Frame& frame, const Frame& other, const Comparison& comparison, CompareWith with) {
  const Size size = frame.field.size();
  if (with == CompareWith::input && frame.input.size() != size) {
    return fmt::format("the input is {}, the result {}: only pictures of the same size can be compared",
                       pixels_text(frame.input.size()), pixels_text(size));
  }
  if (with != CompareWith::kept) return {};
  if (other.field.size() != size) {
    return fmt::format("{} is {}, this picture {}: keep a picture of this size (K)", comparison.name_of(with),
                       pixels_text(other.field.size()), pixels_text(size));
  }
  return {};
}

Reference other_of(const WindowModel& model, const FrameView& view, Requester& requester, CompareWith with) {
  switch (with) {
    case CompareWith::nothing:
      return {};
    case CompareWith::input:
      return {view.frame, {}};
    case CompareWith::reference:
      return requester.reference_of(view.frame);
    case CompareWith::kept:
      return {model.comparison.kept.chosen() != nullptr ? model.comparison.kept.chosen()->frame : nullptr, {}};
  }
  return {};
}

std::string not_yet_whole(const Window& window) {
  return window.view.answers(window.model.settings()) ? ""
                                                      : "the picture is not finished: only a whole picture can be kept";
}

void keep_picture(const Window& window) {
  const KeptPicture& kept = window.model.comparison.kept.keep(window.view.frame);
  if (window.model.comparison.with == CompareWith::kept) window.model.comparison.turn_off();
  window.ui.say("Kept as " + kept.name() + ". Change something, then compare (D).");
}

}  // namespace

std::vector<ActionEntry> CompareFeature::actions() {
  return {
      {action::cycle_compare,
       "diff view: compare with the reference, then with each kept picture, then off",
       {pressed(GLFW_KEY_D, "D")},
       [](const Window& window) { cycle_compare(window.model.comparison); }},
      {action::toggle_input,
       "input and result side by side",
       {pressed(GLFW_KEY_I, "I")},
       [](const Window& window) { toggle_input(window.model.comparison); },
       why_no_input},
      {action::keep,
       "keep this picture, to compare others with it",
       {pressed(GLFW_KEY_K, "K")},
       keep_picture,
       not_yet_whole},
  };
}

void CompareFeature::overlay(const Window& window, OverlaySpace& space) {
  compare_overlay(window, space);
}

void CompareFeature::on_frame(const Window& window, const FrameStep& /*step*/) {
  compare(window.model, window.view);
}

/// Busy while the picture is finished and its comparison is not.
Activity CompareFeature::activity(const Window& window) const {
  const Comparison& comparison = window.model.comparison;
  const bool compared =
      comparison.wanted() == CompareWith::nothing || comparison.result_is_current || !comparison.why_not.empty();
  return {.busy = !compared && window.view.refusal.empty() && window.view.answers(window.model.settings())};
}

bool CompareFeature::has_all(WindowModel& model, const FrameView& view) {
  if (!view.answers(model.settings()) || model.comparison.other == nullptr || other_for_ != view.frame ||
      !model.comparison.why_not.empty())
    return false;
  if (!is_checked(*view.frame, with_) || checked_for_ == view.frame) return true;
  Reference checked = requester_.checked_of(view.frame);
  if (!checked.why_not.empty()) model.comparison.why_not = "computed into memory filled with NaN: " + checked.why_not;
  if (checked.frame == nullptr) return false;
  checked_ = std::move(checked.frame);
  checked_for_ = view.frame;
  return true;
}

void CompareFeature::compare(WindowModel& model, const FrameView& view) {
  Comparison& comparison = model.comparison;
  const CompareWith with = comparison.wanted();
  const KeptPicture* const kept = with == CompareWith::kept ? comparison.kept.chosen() : nullptr;
  const std::shared_ptr<const Frame> kept_now = kept != nullptr ? kept->frame : nullptr;
  if (with != with_ || kept_now != kept_) {
    comparison.other = nullptr;
    comparison.result.reset();
    other_for_ = nullptr;
    checked_ = checked_for_ = nullptr;
    with_ = with;
    kept_ = kept_now;
  }
  comparison.why_not.clear();
  if (with == CompareWith::nothing || view.frame == nullptr || view.frame->plan.workload != model.workload) return;

  // While a new view is being computed, the last comparison stays; it moves along with the picture. The input belongs
  // to every picture, finished or not.
  const bool input = with == CompareWith::input;
  if ((view.answers(model.settings()) || input) && other_for_ != view.frame) {
    const Reference other = other_of(model, view, requester_, with);
    comparison.why_not = other.why_not;
    if (other.frame != nullptr) {
      comparison.other = other.frame;
      other_for_ = view.frame;
    }
  }
  if (comparison.other != nullptr && view.answers(model.settings()) && comparison.why_not.empty()) {
    comparison.why_not = mismatch(*view.frame, *comparison.other, comparison, with);
  }
  if (auto result = task_.take()) comparison.result = std::move(result);
  if (!has_all(model, view)) {
    comparison.result_is_current = false;
    return;
  }
  const DiffStyle style = comparison.style == CompareStyle::heat ? DiffStyle::heat : DiffStyle::mask;
  const CompareKey key{view.frame->serial, input ? 0 : comparison.other->serial, style};
  comparison.result_is_current = comparison.result && comparison.result->key == key;
  if (comparison.result_is_current) {
    comparison.why_not = comparison.result->error;
  } else {
    const Field& field = view.frame->field;
    const int step = texture_step(field.size());
    task_.start(
        [key, field, step, tolerance = allowed(*view.frame, with),
         other = input ? view.frame->input : comparison.other->field,
         checked = checked_for_ == view.frame ? checked_->field : Field()] {
          return compared(key, field, other, checked, tolerance, step);
        },
        [key, step](const Failure& failure) {
          return CompareResult{
              .key = key, .diff = {}, .pixels = {}, .picture = {}, .step = step, .error = failure.line};
        });
  }
}

}  // namespace heteroscope
