#include "app/window/features/compare/compare_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/window/features/compare/overlay.hpp"
#include "app/window/model/comparing.hpp"
#include "app/window/picture/texture.hpp"
#include "core/base/message.hpp"
#include "core/plan/plan.hpp"
#include "core/run/compare.hpp"
#include "core/verify/verifier.hpp"

namespace heteroscope {
namespace {

/// `why`: in words that may begin with the file's name already.
std::string not_checked(const Variant& own, std::string why) {
  return fmt::format("it cannot be checked whether {} writes every value: {}", own.own_id,
                     without_name(std::move(why), own.own_id));
}

CompareResult compared(const CompareKey& key, const Field& picture, const Field& other, double tolerance, int step) {
  const Size size = diff_picture_size(picture.size(), step);
  CompareResult out{.key = key, .diff = {}, .pixels = {}, .picture = size, .step = step, .error = {}};
  const Field a = picture.with_host_copy();
  const Field b = other.with_host_copy();
  out.diff = compare(a.host_view(), b.host_view(), tolerance);
  out.pixels = diff_picture(a.host_view(), b.host_view(), key.style, out.diff.max_error, step);
  return out;
}

/// Notes since when the result is that of another picture than the one on the screen.
void note_earlier(Comparison& comparison, const FrameView& view, double now_s) {
  const bool is_earlier = comparison.result && comparison.result->key.frame != view.frame->serial;
  if (!is_earlier) {
    comparison.earlier_since_s.reset();
  } else if (!comparison.earlier_since_s) {
    comparison.earlier_since_s = now_s;
  }
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

WrittenCheck WrittenChecker::update(double now_s, const std::shared_ptr<const Frame>& frame,
                                    const std::shared_ptr<const Frame>& reference, double tolerance) {
  const std::vector<const Variant*> own = own_variants_of(frame->plan);
  if (own.empty()) return {};
  if (auto counted = task_.take()) newest_ = *std::move(counted);
  if (newest_.frame == frame->serial) return newest_.found;
  if (std::exchange(waits_for_, frame->serial) != frame->serial) waits_since_s_ = now_s;
  if (refused_.own != own && !task_.busy()) begin(frame, reference, tolerance);
  if (refused_.own == own) return {.unwritten = 0, .why_not = refused_.why_not, .waits_since_s = {}};
  // what was found of a save stands until its next picture has been looked at, or it would come and go while it plays
  const bool was_found = newest_.own == own && newest_.found.unwritten > 0;
  return {.unwritten = was_found ? newest_.found.unwritten : 0, .why_not = {}, .waits_since_s = waits_since_s_};
}

/// Compares the picture that was computed once more, if that is there; has it computed if not.
void WrittenChecker::begin(const std::shared_ptr<const Frame>& frame, const std::shared_ptr<const Frame>& reference,
                           double tolerance) {
  const std::vector<const Variant*> own = own_variants_of(frame->plan);
  const Reference checked = requester_.checked_of(frame);
  if (!checked.why_not.empty()) refused_ = {own, not_checked(*own.front(), checked.why_not)};
  if (checked.frame == nullptr) return;
  task_.start(
      [serial = frame->serial, own, field = checked.frame->field, with = reference->field, tolerance] {
        const Field a = field.with_host_copy();
        const Field b = with.with_host_copy();
        return Counted{.frame = serial,
                       .own = own,
                       .found = {.unwritten = compare(a.host_view(), b.host_view(), tolerance).beyond,
                                 .why_not = {},
                                 .waits_since_s = {}}};
      },
      [serial = frame->serial, own](const Failure& failure) {
        return Counted{
            .frame = serial,
            .own = own,
            .found = {.unwritten = 0, .why_not = not_checked(*own.front(), failure.line), .waits_since_s = {}}};
      });
}

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
  compare(window);
}

/// Busy while the picture is finished and its comparison is not.
Activity CompareFeature::activity(const Window& window) const {
  const Comparison& comparison = window.model.comparison;
  const bool compared =
      comparison.wanted() == CompareWith::nothing || comparison.is_finished() || !comparison.why_not.empty();
  return {.busy = !compared && window.view.refusal.empty() && window.view.answers(window.model.settings())};
}

void CompareFeature::forget_others(const Window& window) {
  Comparison& comparison = window.model.comparison;
  const CompareWith with = comparison.wanted();
  const KeptPicture* const kept = with == CompareWith::kept ? comparison.kept.chosen() : nullptr;
  const std::shared_ptr<const Frame>& frame = window.view.frame;
  Subject now{.with = with,
              .kept = kept != nullptr ? kept->frame : nullptr,
              .own = frame != nullptr ? own_variants_of(frame->plan) : std::vector<const Variant*>()};
  if (now == subject_) return;
  comparison.result.reset();
  if (now.with != subject_.with || now.kept != subject_.kept) {
    comparison.other = nullptr;
    other_for_ = nullptr;
    checker_.forget();
  }
  subject_ = std::move(now);
}

bool CompareFeature::has_other(const Window& window) {
  Comparison& comparison = window.model.comparison;
  const FrameView& view = window.view;
  // While a new view is being computed, the last comparison stays; it moves along with the picture. The input belongs
  // to every picture, finished or not.
  const bool answers = view.answers(window.model.settings());
  if ((answers || subject_.with == CompareWith::input) && other_for_ != view.frame) {
    const Reference other = other_of(window.model, view, requester_, subject_.with);
    comparison.why_not = other.why_not;
    if (other.frame != nullptr) {
      comparison.other = other.frame;
      other_for_ = view.frame;
    }
  }
  if (comparison.other == nullptr || !answers) return false;
  if (comparison.why_not.empty())
    comparison.why_not = mismatch(*view.frame, *comparison.other, comparison, subject_.with);
  return other_for_ == view.frame && comparison.why_not.empty();
}

void CompareFeature::take_result(Comparison& comparison) {
  auto result = task_.take();
  if (!result || task_subject_ != subject_) return;
  comparison.result = std::move(result);
  comparison.earlier_since_s.reset();
}

void CompareFeature::start(const FrameView& view, const Comparison& comparison, const CompareKey& key) {
  if (task_.busy()) return;
  task_subject_ = subject_;
  const Field& field = view.frame->field;
  const int step = texture_step(field.size());
  const bool input = subject_.with == CompareWith::input;
  task_.start(
      [key, field, step, tolerance = allowed(*view.frame, subject_.with),
       other = input ? view.frame->input : comparison.other->field] {
        return compared(key, field, other, tolerance, step);
      },
      [key, step](const Failure& failure) {
        return CompareResult{.key = key, .diff = {}, .pixels = {}, .picture = {}, .step = step, .error = failure.line};
      });
}

void CompareFeature::compare(const Window& window) {
  Comparison& comparison = window.model.comparison;
  const FrameView& view = window.view;
  forget_others(window);
  comparison.why_not.clear();
  comparison.written = {};
  comparison.result_is_current = false;
  take_result(comparison);
  if (subject_.with == CompareWith::nothing || view.frame == nullptr ||
      view.frame->plan.workload != window.model.workload)
    return;
  note_earlier(comparison, view, window.ui.now_s);
  if (!has_other(window)) return;
  const DiffStyle style = comparison.style == CompareStyle::heat ? DiffStyle::heat : DiffStyle::mask;
  const bool input = subject_.with == CompareWith::input;
  const CompareKey key{view.frame->serial, input ? 0 : comparison.other->serial, style};
  comparison.result_is_current = comparison.result && comparison.result->key == key;
  if (!comparison.result_is_current) return start(view, comparison, key);
  comparison.why_not = comparison.result->error;
  // not while Space alone shows the reference: that only looks at it
  const bool agrees = comparison.why_not.empty() && comparison.result->diff.beyond == 0;
  if (agrees && comparison.with == CompareWith::reference) {
    comparison.written =
        checker_.update(window.ui.now_s, view.frame, comparison.other, allowed(*view.frame, comparison.with));
  }
}

}  // namespace heteroscope
