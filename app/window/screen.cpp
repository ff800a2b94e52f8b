#include "app/window/screen.hpp"

#include "app/window/panes.hpp"
#include "core/error.hpp"
#include "core/palette.hpp"

namespace heteroscope {
namespace {

/// One of the frame's pictures, where the view has it.
Layer layer_of(const State& state, const Texture& texture, const Frame& frame, Role role, Pane pane) {
  Layer out;
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

Screen::Screen() : host_(make_presenter(DisplayWay::host_copy)) {}

Presenter& Screen::presenter(DisplayWay way) {
  if (way == DisplayWay::host_copy) return *host_;
  if (way_ != way) {
    presenter_.reset();
    way_.reset();
    presenter_ = make_presenter(way);
    way_ = way;
  }
  return *presenter_;
}

void Screen::show(State& state, const std::shared_ptr<const Frame>& frame) {
  const bool is_new = frame != state.frame;
  const Role role = shown_role(*frame);
  const Field& field = picture_of(*frame, role);
  const ColorMap map = map_of(*frame, role, state.settings.look);
  // A result that was wanted on the host is not sent to the GPU only to be shown.
  const bool direct = field.on_device() && fits_texture(field.size());
  const DisplayWay way = direct ? state.display() : DisplayWay::host_copy;
  double ms = 0;
  try {
    if (way == DisplayWay::host_copy) {
      // The host's way resizes the texture, which CUDA must not know then.
      presenter_.reset();
      way_.reset();
    }
    ms = presenter(way).present(field, map, picture_);
  } catch (const DeviceError& failure) {
    state.toasts.fail(failure.what(), state.now_s);
    presenter_.reset();
    way_.reset();
    if (state.preferences.display == DisplayWay::host_copy) {
      state.frame = frame;  // shown as far as can be: the same frame is not tried again and again
    } else {
      state.toasts.fail("the display goes on by way of the host", state.now_s);
      state.preferences.display = DisplayWay::host_copy;
    }
    return;
  }
  state.frame = frame;
  state.coarse = state.progress.coarse;
  state.shown_by = way;
  state.map = map;
  look_ = state.settings.look;
  shown_for_ = state.display();
  if (is_new && !state.coarse) state.frames.add(sample_of(*frame, ms, way));
}

void Screen::show_other(State& state) {
  const auto& other = state.comparison.other;
  if (other == nullptr || state.frame == nullptr || state.workload->gives_numbers()) return;
  const Role role = other_role(state);
  if (other_of_ == other && other_map_of_ == state.frame && other_role_ == role && other_look_ == state.settings.look) {
    return;
  }
  try {
    // What means the same is colored as the picture beside it is, so that equal values look equal.
    const bool alike = other->plan.workload->colored_as_input;
    const Look look = alike ? state.settings.look : source_look(other->plan.settings, state.catalog);
    const ColorMap map = role == Role::input ? map_of(*other, role, look) : *state.map;
    host_->present(picture_of(*other, role), map, other_);
  } catch (const DeviceError& failure) {
    state.toasts.fail(failure.what(), state.now_s);
  }
  other_of_ = other;
  other_map_of_ = state.frame;
  other_role_ = role;
  other_look_ = state.settings.look;
}

void Screen::show_diff(const State& state) {
  const auto& result = state.comparison.result;
  if (!result || result->pixels.empty() || diff_key_ == result->key || !state.comparison.result_is_current) return;
  diff_.show(result->diff.size, result->pixels.data());
  diff_of_ = state.frame;
  diff_key_ = result->key;
}

void Screen::update(State& state) {
  const auto& newest = state.progress.frame;
  if (newest == nullptr || newest->plan.workload != state.workload) return;
  // A look that came with another source waits for its picture.
  const bool look_changed =
      look_ != state.settings.look && same_plane(newest->plan.settings, state.settings, state.catalog);
  if (newest != state.frame || look_changed || shown_for_ != state.display()) show(state, newest);
  if (state.map) show_other(state);
  show_diff(state);
}

/// What is compared with, over the picture or beside it.
void Screen::add_other(const State& state, std::vector<Layer>& layers) const {
  const Comparison& comparison = state.comparison;
  const bool there = comparison.other != nullptr && other_of_ == comparison.other && other_role_ == other_role(state);
  const auto other = [&](Pane pane) { return layer_of(state, other_, *comparison.other, other_role_, pane); };
  if (there && side_by_side(state)) layers.push_back(other(Pane::other));
  if (there && comparison.flip) {
    layers.front() = other(Pane::picture);
  } else if (comparison.with == CompareWith::nothing) {
    return;
  } else if (there && comparison.style == CompareStyle::wipe) {
    Layer left = other(Pane::picture);
    left.to = layers.front().from = comparison.wipe;
    layers.push_back(left);
  } else if (draws_diff(comparison) && diff_of_ != nullptr) {
    Layer diff = layer_of(state, diff_, *diff_of_, shown_role(*diff_of_), Pane::picture);
    if (diff.sampling == Sampling::smooth) diff.sampling = Sampling::brightest;
    layers.push_back(diff);
  }
}

void Screen::draw(const State& state, Size window) const {
  std::vector<Layer> layers;
  if (state.frame != nullptr && state.frame->plan.workload == state.workload) {
    layers.push_back(layer_of(state, picture_, *state.frame, shown_role(*state.frame), Pane::picture));
    if (!state.workload->gives_numbers()) add_other(state, layers);
  }
  canvas_.draw(window, state.theme().backdrop, layers);
}

}  // namespace heteroscope
