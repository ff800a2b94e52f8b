#include "app/window/screen.hpp"

#include <vector>

#include "core/error.hpp"
#include "core/palette.hpp"

namespace heteroscope {
namespace {

ColorMap map_of(const Frame& frame, const Look& look) {
  return color_map(look, *frame.plan.workload, frame.plan.settings.parameters, frame.summary);
}

bool diff_drawn(const Comparison& comparison) {
  return comparison.with != CompareWith::nothing && comparison.style != CompareStyle::wipe && !comparison.flip;
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
  const ColorMap map = map_of(*frame, state.settings.look);
  // A result that was wanted on the host is not sent to the GPU only to be shown.
  const DisplayWay way = frame->field.on_device() ? state.display() : DisplayWay::host_copy;
  double ms = 0;
  try {
    if (way == DisplayWay::host_copy) {
      // The host's way resizes the texture, which CUDA must not know then.
      presenter_.reset();
      way_.reset();
    }
    ms = presenter(way).present(*frame, map, picture_);
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
  if (other == nullptr || state.frame == nullptr) return;
  if (other_of_ == other && other_map_of_ == state.frame && other_look_ == state.settings.look) return;
  try {
    // colored as the picture beside it is, so that equal values look equal
    host_->present(*other, *state.map, other_);
  } catch (const DeviceError& failure) {
    state.toasts.fail(failure.what(), state.now_s);
  }
  other_of_ = other;
  other_map_of_ = state.frame;
  other_look_ = state.settings.look;
}

void Screen::show_diff(const State& state) {
  const auto& result = state.comparison.result;
  if (!result || result->pixels.empty() || diff_key_ == result->key || !state.comparison.result_is_current) return;
  diff_.resize(result->diff.size);
  diff_.upload(result->pixels.data());
  diff_of_ = state.frame;
  diff_key_ = result->key;
}

void Screen::update(State& state) {
  const auto& newest = state.progress.frame;
  if (newest == nullptr) return;
  const bool of_this_workload = newest->plan.workload == state.workload;
  const bool stale = newest != state.frame || look_ != state.settings.look || shown_for_ != state.display();
  if (of_this_workload && stale) show(state, newest);
  if (state.map) show_other(state);
  show_diff(state);
}

Layer Screen::layer(const State& state, const Texture& texture, const Frame& frame) const {
  Layer out;
  out.texture = &texture;
  const View view = view_of(state.settings, *state.workload);
  const View picture = view_of(frame.plan.settings, *frame.plan.workload);
  out.place = placement(picture, frame.field.size(), view, state.area.size, state.y_up());
  out.smooth = picture != view || frame.field.size() != state.area.size;
  return out;
}

void Screen::draw(const State& state, Size window) const {
  std::vector<Layer> layers;
  const Comparison& comparison = state.comparison;
  if (state.frame != nullptr && state.frame->plan.workload == state.workload) {
    layers.push_back(layer(state, picture_, *state.frame));
    const bool other = comparison.other != nullptr && other_of_ == comparison.other;
    if (other && comparison.flip) {
      layers.push_back(layer(state, other_, *comparison.other));
    } else if (diff_drawn(comparison) && diff_of_ != nullptr && comparison.result && comparison.result->error.empty() &&
               comparison.why_not.empty()) {
      layers.push_back(layer(state, diff_, *diff_of_));
    } else if (other && comparison.with != CompareWith::nothing && comparison.style == CompareStyle::wipe) {
      Layer left = layer(state, other_, *comparison.other);
      left.to = comparison.wipe;
      layers.push_back(left);
    }
  }
  canvas_.draw(state.area, window, state.theme().backdrop, layers);
}

}  // namespace heteroscope
