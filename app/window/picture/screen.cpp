#include "app/window/picture/screen.hpp"

#include <utility>

#include "app/window/model/cover_view.hpp"
#include "app/window/model/frame_section.hpp"
#include "app/window/model/mean_picture.hpp"
#include "app/window/picture/panes.hpp"
#include "core/base/failure.hpp"
#include "core/model/settings/looks.hpp"

namespace heteroscope {
namespace {

/// One of the frame's pictures, where the view has it.
Sheet sheet_of(const State& state, const Texture& texture, const Frame& frame, Role role, Pane pane) {
  Sheet out;
  out.texture = &texture;
  out.area = pane_area(state, pane);
  out.place = place_of(state, frame, role, out.area.size);
  const Size size = picture_of(frame, role).size();
  const double across = out.place.half_width * out.area.size.width / std::max(size.width, 1);
  const double down = out.place.half_height * out.area.size.height / std::max(size.height, 1);
  const bool one_to_one = size == out.area.size && out.place.x == 0 && out.place.y == 0 && across == 1 && down == 1;
  // single pixels of an image are there to be seen; a plane's are only there until it has been computed anew
  const bool magnified =
      view_target(state.settings, state.catalog).kind == ViewKind::picture && std::min(across, down) >= 1;
  out.sampling = one_to_one || magnified ? Sampling::sharp : Sampling::smooth;
  return out;
}

/// The picture that Screen::other_ should hold.
Role other_role(const State& state) {
  return state.comparison.with == CompareWith::input ? Role::input : Role::result;
}

bool draws_diff(const Comparison& comparison) {
  const bool style = comparison.style == CompareStyle::mask || comparison.style == CompareStyle::heat;
  return style && comparison.result && comparison.result->error.empty() && comparison.why_not.empty();
}

}  // namespace

Screen::Screen() : host_(make_presenter(DisplayWay::host_copy)) {
  (void)most_texture_pixels();  // what is wrong with it is said at the start
}

Presenter& Screen::presenter(DisplayWay way) {
  if (way == DisplayWay::host_copy) return *host_;
  if (way_ != way) {
    drop_presenter();
    presenter_ = make_presenter(way);
    way_ = way;
  }
  return *presenter_;
}

void Screen::drop_presenter() {
  presenter_.reset();
  way_.reset();
}

Screen::Shown Screen::present(const State& state, const Frame& frame, const Field& field, Texture& texture) {
  // A result that was wanted on the host is not sent to the GPU only to be shown.
  const DisplayWay way = field.on_device() ? state.display() : DisplayWay::host_copy;
  // The host's way resizes the texture, which CUDA must not know then.
  if (way == DisplayWay::host_copy) drop_presenter();
  const ColorMap map = map_of(frame, shown_role(frame), state.settings.look);
  const std::uint64_t begin_ns = steady_ns();
  try {
    const double ms = presenter(way).present(field, map, texture);
    return {ms, way, begin_ns, steady_ns()};
  } catch (const InteropRefused& refusal) {
    refused_ = refusal.what();
    throw;
  }
}

/// The frame is on the screen.
void Screen::note(State& state, const std::shared_ptr<const Frame>& frame, bool coarse, const Shown& shown) {
  const bool is_new = frame != state.frame;
  state.frame = frame;
  state.coarse = coarse;
  state.presented = {frame->serial, shown.begin_ns, shown.end_ns};
  state.map = map_of(*frame, shown_role(*frame), state.settings.look);
  look_ = state.settings.look;
  shown_for_ = state.display();
  // a picture that was kept has its times already
  const auto& samples = state.frames.samples();
  const bool was_added = !samples.empty() && frame->serial <= samples.back().serial;
  if (is_new && !coarse && !was_added) {
    state.frames.add(sample_of(*frame, shown.ms, shown.way), what_times_belong_to(frame->plan.settings, state.catalog));
  }
}

void Screen::fail(State& state, const std::shared_ptr<const Frame>& frame, const Failure& failure) {
  drop_presenter();
  if (failure.kind == Failure::Kind::device_lost) return;  // the window says so, and the CPU's picture comes instead
  state.toasts.fail(failure.line, state.now_s);
  if (const std::string refused = std::exchange(refused_, {}); !refused.empty()) {
    state.interop_refusal = refused;  // of this display: the preference is for others, too
  } else if (state.display() == DisplayWay::host_copy) {
    state.frame = frame;  // shown as far as can be: the same frame is not tried again and again
    state.map = map_of(*frame, shown_role(*frame), state.settings.look);
    large_.give_up(frame);
  } else {
    state.toasts.fail("the display goes on by way of the host", state.now_s);
    state.preferences.display = DisplayWay::host_copy;
    state.asked_display.reset();
  }
}

void Screen::show(State& state, const std::shared_ptr<const Frame>& frame) {
  const Failure failed = attempt([&] {
    const Shown shown = present(state, *frame, colored_of(*frame, shown_role(*frame)), picture_);
    large_.clear();
    is_large_ = false;
    note(state, frame, state.progress.coarse, shown);
  });
  if (failed) fail(state, frame, failed);
}

void Screen::show_large(State& state, const std::shared_ptr<const Frame>& frame, bool anew) {
  const Role role = shown_role(*frame);
  const Size area = pane_area(state, Pane::picture).size;
  Shown shown;
  const auto present_sample = [&](const Sampled& sampled, Texture& texture) {
    shown = present(state, *sampled.order.frame, sampled.field, texture);
    return shown.ms;
  };
  const Failure failed = attempt([&] {
    const auto arrived =
        large_.update({frame, role, place_of(state, *frame, role, area), area, state.progress.coarse}, present_sample);
    if (arrived) {
      const SampleOrder& order = arrived->sampled.order;
      if (!arrived->sampled.error.empty()) {
        state.toasts.fail(arrived->sampled.error, state.now_s);
        state.frame = order.frame;
        state.map = map_of(*state.frame, shown_role(*state.frame), state.settings.look);
      } else {
        is_large_ = true;
        note(state, order.frame, order.coarse, {arrived->ms, shown.way});
      }
    }
    if (anew && is_large_ && state.frame != nullptr) {
      large_.present_again(present_sample);
      note(state, state.frame, state.coarse, shown);
    }
  });
  if (failed) fail(state, frame, failed);
}

void Screen::show_other(State& state) {
  const auto& other = state.comparison.other;
  other_is_settled_ = true;
  if (other == nullptr || state.frame == nullptr || state.workload->gives_numbers()) {
    other_large_.clear();
    other_of_.reset();
    return;
  }
  const Role role = other_role(state);
  const bool same = other_of_ == other && other_role_ == role;
  const bool same_colors = other_map_of_ == state.frame && other_look_ == state.settings.look;
  const Field& field = colored_of(*other, role);
  const bool large = !fits_texture(field.size());
  if (same && same_colors && !large) return;
  // What means the same is colored as the picture beside it is, so that equal values look equal.
  const bool alike = other->plan.workload->colored_as_input();
  const Look look = alike ? state.settings.look : source_look(other->plan.settings, state.catalog);
  const bool same_kind = role == Role::input ? alike : other->distances.empty() == state.frame->distances.empty();
  const ColorMap map = same_kind ? *state.map : map_of(*other, role, look);
  bool waits = false;
  const Failure failed = attempt([&] {
    if (!large) {
      host_->present(field, map, other_);
      other_large_.clear();
    } else {
      const auto present_sample = [&](const Sampled& sampled, Texture& texture) {
        return host_->present(sampled.field, map, texture);
      };
      const Size area = pane_area(state, side_by_side(state) ? Pane::other : Pane::picture).size;
      const auto arrived =
          other_large_.update({other, role, place_of(state, *other, role, area), area}, present_sample);
      if (arrived && !arrived->sampled.error.empty()) state.toasts.fail(arrived->sampled.error, state.now_s);
      if (!same_colors) other_large_.present_again(present_sample);
      other_is_settled_ = other_large_.current();
      other_map_of_ = state.frame;
      other_look_ = state.settings.look;
      waits = !other_large_.shows(*other, role);
    }
  });
  if (failed) {
    state.toasts.fail(failed.line, state.now_s);
    other_large_.give_up(other);
  } else if (waits) {
    return;
  }
  other_is_large_ = large;
  other_of_ = other;
  other_map_of_ = state.frame;
  other_role_ = role;
  other_look_ = state.settings.look;
}

void Screen::show_diff(const State& state) {
  const auto& result = state.comparison.result;
  if (!result || result->pixels.empty() || diff_key_ == result->key || !state.comparison.result_is_current) return;
  diff_.show(result->picture, result->pixels.data());
  diff_of_ = state.frame;
  diff_key_ = result->key;
  diff_step_ = result->step;
}

/// What stands in the place of the frame's own colors.
void Screen::show_mean(const State& state) {
  const MeanPicture* const mean = shown_mean(state);
  if (mean == nullptr) {
    mean_of_.reset();
  } else if (mean_of_ != state.mean) {
    mean_.show(mean->frame->field.size(), mean->pixels.data());
    mean_of_ = state.mean;
  }
}

void Screen::update(State& state) {
  cover_.update(state);
  const auto& newest = state.progress.frame;
  settled_ = true;
  if (newest == nullptr || newest->plan.workload != state.workload) return;
  // A look that came with another source waits for its picture.
  const bool look_changed =
      look_ != state.settings.look && same_plane(newest->plan.settings, state.settings, state.catalog);
  const bool anew = look_changed || shown_for_ != state.display();
  const bool large = !fits_texture(picture_of(*newest, shown_role(*newest)).size());
  if (large) {
    show_large(state, newest, anew);
  } else if (newest != state.frame || anew) {
    show(state, newest);
  }
  if (state.map) show_other(state);
  show_diff(state);
  show_mean(state);
  settled_ = (!large || large_.current()) && other_is_settled_;
}

std::vector<Sheet> Screen::picture_sheets(const State& state) const {
  const Frame& frame = *state.frame;
  const Role role = shown_role(frame);
  const Texture& texture = mean_of_ != nullptr ? mean_ : picture_;
  std::vector<Sheet> out{sheet_of(state, texture, frame, role, Pane::picture)};
  if (!is_large_) return out;
  const Sheet whole = std::exchange(out, {}).front();
  large_.add_sheets(whole, picture_of(frame, role).size(), out);
  return out;
}

std::vector<Sheet> Screen::other_sheets(const State& state, Pane pane) const {
  const Frame& frame = *state.comparison.other;
  std::vector<Sheet> out{sheet_of(state, other_, frame, other_role_, pane)};
  if (!other_is_large_) return out;
  const Sheet whole = std::exchange(out, {}).front();
  other_large_.add_sheets(whole, picture_of(frame, other_role_).size(), out);
  return out;
}

/// What is compared with, over the picture or beside it.
void Screen::add_other(const State& state, std::vector<Sheet>& sheets) const {
  const Comparison& comparison = state.comparison;
  const bool there = comparison.other != nullptr && other_of_ == comparison.other && other_role_ == other_role(state);
  const auto add = [&](const std::vector<Sheet>& more) { sheets.insert(sheets.end(), more.begin(), more.end()); };
  if (there && comparison.flip) sheets = other_sheets(state, Pane::picture);
  if (there && side_by_side(state)) add(other_sheets(state, Pane::other));
  if ((there && comparison.flip) || comparison.with == CompareWith::nothing) return;
  if (there && comparison.style == CompareStyle::wipe) {
    for (Sheet& right : sheets) right.from = comparison.wipe;
    std::vector<Sheet> left = other_sheets(state, Pane::picture);
    for (Sheet& each : left) each.to = comparison.wipe;
    add(left);
  } else if (draws_diff(comparison) && diff_of_ != nullptr) {
    const Role role = shown_role(*diff_of_);
    Sheet diff = sheet_of(state, diff_, *diff_of_, role, Pane::picture);
    diff.share = share_on_field({.across = diff_step_, .down = diff_step_, .size = diff_.size()},
                                picture_of(*diff_of_, role).size());
    if (diff.sampling == Sampling::smooth) diff.sampling = Sampling::brightest;
    sheets.push_back(diff);
  }
}

void Screen::draw(const State& state, Size window) const {
  std::vector<Sheet> sheets;
  const bool covered = shows_cover(state) && state.preferences.cover_share >= 1;
  if (!covered && state.frame != nullptr && state.frame->plan.workload == state.workload) {
    sheets = picture_sheets(state);
    if (!state.workload->gives_numbers()) add_other(state, sheets);
  }
  canvas_.draw(window, state.theme().backdrop, sheets);
  cover_.draw(state, window);
}

}  // namespace heteroscope
