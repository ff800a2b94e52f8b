#include "app/window/picture/screen.hpp"

#include <utility>

#include "app/window/model/mean_picture.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/model/times/frame_section.hpp"
#include "app/window/picture/panes.hpp"
#include "core/base/failure.hpp"
#include "core/base/watch.hpp"
#include "core/model/settings/looks.hpp"

namespace heteroscope {
namespace {

/// Returns the sheet of one of the frame's pictures at its place in the view.
Sheet sheet_of(const Window& window, const Texture& texture, const Frame& frame, Role role, Pane pane) {
  Sheet out;
  out.texture = &texture;
  out.area = pane_area(window, pane);
  out.place = place_of(window.model, frame, role, out.area.size);
  const Size size = picture_of(frame, role).size();
  const double across = out.place.half_width * out.area.size.width / std::max(size.width, 1);
  const double down = out.place.half_height * out.area.size.height / std::max(size.height, 1);
  const bool one_to_one =
      size == out.area.size && out.place.x == 0 && out.place.y == 0 && across == 1 && down == 1 && out.place.turn == 0;
  // enlarged pixels of an image are shown sharp; those of a plane only last until it has been computed again
  const bool magnified = view_target(window.model.settings(), window.model.catalog).kind == ViewKind::picture &&
                         std::min(across, down) >= 1;
  out.sampling = one_to_one || magnified ? Sampling::sharp : Sampling::smooth;
  return out;
}

/// Returns the picture that Screen::other_ should hold.
Role other_role(const WindowModel& model) {
  return model.comparison.with == CompareWith::input ? Role::input : Role::result;
}

/// Returns the coloring of a frame for the screen: while a stroke lasts, its own widened by that of the frame before,
/// or each dab and what flows away from it would change all colors.
ColorMap map_now(const WindowModel& model, const FrameView& view, const Frame& frame) {
  const Look& look = model.settings().look;
  ColorMap out = map_of(frame, shown_role(frame), look);
  const bool goes_on = view.painting && view.map && view.frame != nullptr;
  if (goes_on && view.frame->plan.workload == frame.plan.workload) widen_ends(out, look, *view.map);
  return out;
}

bool draws_diff(const Comparison& comparison) {
  const bool style = comparison.style == CompareStyle::mask || comparison.style == CompareStyle::heat;
  return style && comparison.result && comparison.result->error.empty() && comparison.why_not.empty();
}

}  // namespace

Screen::Screen() : host_(make_presenter(DisplayWay::host_copy)) {
  (void)most_texture_pixels();  // an error in the variable is reported at the start
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

Screen::Shown Screen::present(const Window& window, const Frame& frame, const Field& field, Texture& texture) {
  // a result that was wanted on the host is not sent to the GPU only to be shown; channels are on the host
  const bool direct = field.on_device() && frame.channels == nullptr;
  const DisplayWay way = direct ? display_way(window.ui, window.view) : DisplayWay::host_copy;
  // the host's way resizes the texture, which must not be registered with CUDA then
  if (way == DisplayWay::host_copy) drop_presenter();
  const Look& look = window.model.settings().look;
  const ColorMap map = map_now(window.model, window.view, frame);
  const ColorFields* const channels = channels_of(frame, shown_role(frame));
  const std::uint64_t begin_ns = steady_ns();
  if (channels != nullptr && channels->front().size() == field.size()) {
    const Watch watch;
    texture.show(field.size(), channel_colors(*channels, look).data());
    return {watch.ms(), DisplayWay::host_copy, begin_ns, steady_ns()};
  }
  try {
    const double ms = presenter(way).present(field, map, texture);
    return {ms, way, begin_ns, steady_ns()};
  } catch (const InteropRefused& refusal) {
    refused_ = refusal.what();
    throw;
  }
}

/// Notes that the frame is on the screen.
void Screen::note(Ui& ui, WindowModel& model, FrameView& view, const std::shared_ptr<const Frame>& frame, bool coarse,
                  const Shown& shown) {
  const bool is_new = frame != view.frame;
  view.map = map_now(model, view, *frame);
  view.frame = frame;
  view.coarse = coarse;
  view.presented = {frame->serial, shown.begin_ns, shown.end_ns};
  look_ = model.settings().look;
  shown_for_ = display_way(ui, view);
  // the times of a kept picture have been added before
  const auto& samples = model.frames.samples();
  const bool was_added = !samples.empty() && frame->serial <= samples.back().serial;
  if (is_new && !coarse && !was_added) {
    model.frames.add(sample_of(*frame, shown.ms, shown.way), way_of(frame->plan, model.catalog), model.catalog);
  }
}

void Screen::fail(Ui& ui, WindowModel& model, FrameView& view, const std::shared_ptr<const Frame>& frame,
                  const Failure& failure) {
  drop_presenter();
  if (failure.kind == Failure::Kind::device_lost) return;  // the window says so, and the CPU's picture comes instead
  ui.fail(failure.line);
  if (const std::string refused = std::exchange(refused_, {}); !refused.empty()) {
    view.interop_refusal = refused;  // for this display only: the preference may hold for another one
  } else if (display_way(ui, view) == DisplayWay::host_copy) {
    view.map = map_now(model, view, *frame);
    view.frame = frame;  // counts as shown, so that the same frame is not tried again and again
    large_.give_up(frame);
  } else {
    ui.fail("pictures now reach the screen through host memory");
    ui.preferences.display = DisplayWay::host_copy;
    ui.asked_display.reset();
  }
}

void Screen::show(Ui& ui, WindowModel& model, FrameView& view, const std::shared_ptr<const Frame>& frame) {
  const Window window{ui, model, view};
  const Failure failed = attempt([&] {
    const Shown shown = present(window, *frame, colored_of(*frame, shown_role(*frame)), picture_);
    large_.clear();
    is_large_ = false;
    note(ui, model, view, frame, view.progress.coarse, shown);
  });
  if (failed) fail(ui, model, view, frame, failed);
}

void Screen::show_large(Ui& ui, WindowModel& model, FrameView& view, const std::shared_ptr<const Frame>& frame,
                        bool anew) {
  const Window window{ui, model, view};
  const Role role = shown_role(*frame);
  const Size area = pane_area(window, Pane::picture).size;
  Shown shown;
  const auto present_sample = [&](const Sampled& sampled, Texture& texture) {
    shown = present(window, *sampled.order.frame, sampled.field, texture);
    return shown.ms;
  };
  const Failure failed = attempt([&] {
    const auto arrived =
        large_.update({frame, role, place_of(model, *frame, role, area), area, view.progress.coarse}, present_sample);
    if (arrived) {
      const SampleOrder& order = arrived->sampled.order;
      if (!arrived->sampled.error.empty()) {
        ui.fail(arrived->sampled.error);
        view.map = map_now(model, view, *order.frame);
        view.frame = order.frame;
      } else {
        is_large_ = true;
        note(ui, model, view, order.frame, order.coarse, {arrived->ms, shown.way});
      }
    }
    if (anew && is_large_ && view.frame != nullptr) {
      large_.present_again(present_sample);
      note(ui, model, view, view.frame, view.coarse, shown);
    }
  });
  if (failed) fail(ui, model, view, frame, failed);
}

void Screen::show_other(const Window& window) {
  const auto& other = window.model.comparison.other;
  other_is_settled_ = true;
  if (other == nullptr || window.view.frame == nullptr || window.model.workload->gives_numbers()) {
    other_large_.clear();
    other_of_.reset();
    return;
  }
  const Role role = other_role(window.model);
  const bool same = other_of_ == other && other_role_ == role;
  const bool same_colors = other_map_of_ == window.view.frame && other_look_ == window.model.settings().look;
  const Field& field = colored_of(*other, role);
  const bool large = !fits_texture(field.size());
  if (same && same_colors && !large) return;
  // a picture of the same quantity is colored like the one beside it, so that equal values look equal
  const bool alike = other->plan.workload->colored_as_input();
  const Look look = alike ? window.model.settings().look : source_look(other->plan.settings, window.model.catalog);
  const bool same_kind = role == Role::input ? alike : other->distances.empty() == window.view.frame->distances.empty();
  const ColorMap map = same_kind ? *window.view.map : map_of(*other, role, look);
  bool waits = false;
  const Failure failed = attempt([&] {
    const ColorFields* const channels = channels_of(*other, role);
    if (!large && channels != nullptr) {
      other_.show(field.size(), channel_colors(*channels, look).data());
      other_large_.clear();
    } else if (!large) {
      host_->present(field, map, other_);
      other_large_.clear();
    } else {
      const auto present_sample = [&](const Sampled& sampled, Texture& texture) {
        return host_->present(sampled.field, map, texture);
      };
      const Size area = pane_area(window, side_by_side(window.model) ? Pane::other : Pane::picture).size;
      const auto arrived =
          other_large_.update({other, role, place_of(window.model, *other, role, area), area}, present_sample);
      if (arrived && !arrived->sampled.error.empty()) window.ui.fail(arrived->sampled.error);
      if (!same_colors) other_large_.present_again(present_sample);
      other_is_settled_ = other_large_.current();
      other_map_of_ = window.view.frame;
      other_look_ = window.model.settings().look;
      waits = !other_large_.shows(*other, role);
    }
  });
  if (failed) {
    window.ui.fail(failed.line);
    other_large_.give_up(other);
  } else if (waits) {
    return;
  }
  other_is_large_ = large;
  other_of_ = other;
  other_map_of_ = window.view.frame;
  other_role_ = role;
  other_look_ = window.model.settings().look;
}

void Screen::show_diff(const WindowModel& model, const FrameView& view) {
  const auto& result = model.comparison.result;
  if (!result || result->pixels.empty() || diff_key_ == result->key || !model.comparison.result_is_current) return;
  diff_.show(result->picture, result->pixels.data());
  diff_of_ = view.frame;
  diff_key_ = result->key;
  diff_step_ = result->step;
}

/// Shows the mean of several samples in place of the frame's own colors.
void Screen::show_mean(const WindowModel& model, const FrameView& view) {
  const MeanPicture* const mean = shown_mean(model, view);
  if (mean == nullptr) {
    mean_of_.reset();
  } else if (mean_of_ != view.mean) {
    mean_.show(mean->frame->field.size(), mean->pixels.data());
    mean_of_ = view.mean;
  }
}

void Screen::update(Ui& ui, WindowModel& model, FrameView& view) {
  const Window window{ui, model, view};
  scope_.update(model);
  const auto& newest = view.progress.frame;
  settled_ = true;
  if (newest == nullptr || newest->plan.workload != model.workload) return;
  // a look that came with another source waits for its picture to arrive
  const bool look_changed =
      look_ != model.settings().look && same_plane(newest->plan.settings, model.settings(), model.catalog);
  const bool stroke_ended = std::exchange(painting_, view.painting) && !view.painting;
  const bool anew = look_changed || stroke_ended || shown_for_ != display_way(ui, view);
  const bool large = !fits_texture(picture_of(*newest, shown_role(*newest)).size());
  if (large) {
    show_large(ui, model, view, newest, anew);
  } else if (newest != view.frame || anew) {
    show(ui, model, view, newest);
  }
  if (anew) other_map_of_.reset();  // the colors of the same frame may be others now
  if (view.map) show_other(window);
  show_diff(model, view);
  show_mean(model, view);
  settled_ = (!large || large_.current()) && other_is_settled_;
}

std::vector<Sheet> Screen::picture_sheets(const Window& window) const {
  const Frame& frame = *window.view.frame;
  const Role role = shown_role(frame);
  const Texture& texture = mean_of_ != nullptr ? mean_ : picture_;
  std::vector<Sheet> out{sheet_of(window, texture, frame, role, Pane::picture)};
  if (!is_large_) return out;
  const Sheet whole = std::exchange(out, {}).front();
  large_.add_sheets(whole, picture_of(frame, role).size(), out);
  return out;
}

std::vector<Sheet> Screen::other_sheets(const Window& window, Pane pane) const {
  const Frame& frame = *window.model.comparison.other;
  std::vector<Sheet> out{sheet_of(window, other_, frame, other_role_, pane)};
  if (!other_is_large_) return out;
  const Sheet whole = std::exchange(out, {}).front();
  other_large_.add_sheets(whole, picture_of(frame, other_role_).size(), out);
  return out;
}

/// Adds the sheets of the picture that is compared with, over the present one or beside it.
void Screen::add_other(const Window& window, std::vector<Sheet>& sheets) const {
  const Comparison& comparison = window.model.comparison;
  const bool there =
      comparison.other != nullptr && other_of_ == comparison.other && other_role_ == other_role(window.model);
  const auto add = [&](const std::vector<Sheet>& more) { sheets.insert(sheets.end(), more.begin(), more.end()); };
  if (there && comparison.flip) sheets = other_sheets(window, Pane::picture);
  if (there && side_by_side(window.model)) add(other_sheets(window, Pane::other));
  if ((there && comparison.flip) || comparison.with == CompareWith::nothing) return;
  if (there && comparison.style == CompareStyle::wipe) {
    for (Sheet& right : sheets) right.from = comparison.wipe;
    std::vector<Sheet> left = other_sheets(window, Pane::picture);
    for (Sheet& each : left) each.to = comparison.wipe;
    add(left);
  } else if (draws_diff(comparison) && diff_of_ != nullptr) {
    const Role role = shown_role(*diff_of_);
    Sheet diff = sheet_of(window, diff_, *diff_of_, role, Pane::picture);
    diff.share = share_on_field({.across = diff_step_, .down = diff_step_, .size = diff_.size()},
                                picture_of(*diff_of_, role).size());
    if (diff.sampling == Sampling::smooth) diff.sampling = Sampling::brightest;
    sheets.push_back(diff);
  }
}

void Screen::draw(const Window& window, Size framebuffer) const {
  std::vector<Sheet> sheets;
  const bool covered = shows_scope(window.model) && window.ui.preferences.scope_share >= 1;
  if (!covered && window.view.frame != nullptr && window.view.frame->plan.workload == window.model.workload) {
    sheets = picture_sheets(window);
    if (!window.model.workload->gives_numbers()) add_other(window, sheets);
  }
  canvas_.draw(framebuffer, window.ui.theme().backdrop, sheets);
  scope_.draw(window, framebuffer);
}

}  // namespace heteroscope
