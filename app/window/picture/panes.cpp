#include "app/window/picture/panes.hpp"

#include <algorithm>
#include <cmath>

#include "app/window/model/cover_view.hpp"
#include "app/window/model/views/switching.hpp"
#include "core/model/settings/looks.hpp"

namespace heteroscope {
namespace {

/// The size of the picture whose pixels are the plane of a picture view.
Size plane_size(const State& state) {
  if (shows_cover(state) && state.cover.show != nullptr) return state.cover.show->extent().size;
  const bool there = state.frame != nullptr && same_plane(state.frame->plan.settings, state.settings, state.catalog);
  if (!there) return pane_area(state, Pane::picture).size;
  return picture_of(*state.frame, shown_role(*state.frame)).size();
}

bool has_two_panes(const State& state) {
  return side_by_side(state) || shows_grids(state);
}

double zoom_of(const PictureView& view, Size picture, Size area) {
  return view.zoom > 0 ? view.zoom : fitted_zoom(picture, area);
}

}  // namespace

bool side_by_side(const State& state) {
  const Comparison& comparison = state.comparison;
  return comparison.with != CompareWith::nothing && comparison.style == CompareStyle::side &&
         !state.workload->gives_numbers();
}

PictureArea pane_area(const State& state, Pane pane) {
  if (!has_two_panes(state)) return state.area;
  PictureArea out = state.area;
  const int gap = std::max(2, static_cast<int>(std::lround(state.units(2) * state.pixel_ratio)));
  out.size.width = std::max((state.area.size.width - gap) / 2, 1);
  if (pane == Pane::picture) out.x += state.area.size.width - out.size.width;
  return out;
}

Size computed_area(const State& state) {
  const bool beside_kept = side_by_side(state) && state.comparison.with == CompareWith::kept;
  return beside_kept ? state.area.size : pane_area(state, Pane::picture).size;
}

Pane pane_at(const State& state, Point at) {
  if (!has_two_panes(state)) return Pane::picture;
  const PictureArea right = pane_area(state, Pane::picture);
  return at.x + state.area.x >= right.x ? Pane::picture : Pane::other;
}

Point in_pane(const State& state, Pane pane, Point at) {
  return {at.x - (pane_area(state, pane).x - state.area.x), at.y};
}

Role role_in(const State& state, Pane pane) {
  const bool numbers = state.workload->gives_numbers();
  const bool input = pane == Pane::other && state.comparison.with == CompareWith::input;
  return numbers || input ? Role::input : Role::result;
}

View shown_view(const State& state) {
  const ViewTarget target = view_target(state.settings, state.catalog);
  if (target.kind != ViewKind::picture) return view_of(state.settings, target);
  return view_of(state.picture, plane_size(state), pane_area(state, Pane::picture).size);
}

void show_view(State& state, const View& view) {
  const ViewTarget target = view_target(state.settings, state.catalog);
  if (target.kind != ViewKind::picture) {
    const Look before = natural_look(state.settings, state.catalog);
    put_view(state.settings, target, view);
    follow_look(state.settings, before, state.catalog);
  } else {
    state.picture = picture_view(view, plane_size(state), pane_area(state, Pane::picture).size);
  }
}

void fit_view(State& state) {
  state.picture = {};
  fit_view(state.settings, view_target(state.settings, state.catalog), pane_area(state, Pane::picture).size);
}

void leave_for(State& state, const Settings& next) {
  if (!same_plane(state.settings, next, state.catalog)) return;
  const ViewTarget target = view_target(next, state.catalog);
  if (target.owner == nullptr) return;  // a picture is seen as before
  const View before = shown_view(state);
  if (view_of(next, target) != before) state.views.leave(before, state.now_s);
}

void move_view(State& state, Point shares, double factor) {
  const PaneMap map = pane_map(state, Pane::picture);
  const Size pane = pane_area(state, Pane::picture).size;
  const auto in_view = [&](double x, double y) { return map.to_view({x * pane.width, y * pane.height}); };
  const Point middle = in_view(0.5, 0.5);
  const Point there = in_view(0.5 + shares.x, 0.5 + shares.y);
  const bool y_up = view_target(state.settings, state.catalog).y_up();
  const View before = shown_view(state);
  View next = panned(before, pane, {middle.x - there.x, middle.y - there.y}, y_up);
  next = zoomed(next, pane, middle, held_factor(state, factor), y_up);
  state.views.leave(before, state.now_s, ViewStep::small);
  show_view(state, next);
}

double held_factor(const State& state, double factor) {
  if (view_target(state.settings, state.catalog).kind != ViewKind::picture) return factor;
  return held_factor(shown_view(state), factor, plane_size(state), pane_area(state, Pane::picture).size);
}

PaneMap pane_map(const State& state, Pane pane) {
  PaneMap out{pane_area(state, pane).size};
  const ViewTarget target = view_target(state.settings, state.catalog);
  if (!target.turned) return out;
  const Role role = role_in(state, pane);
  if (target.kind != ViewKind::picture) {
    out.turned = role == Role::result;
    if (out.turned) out.scale = turned_scale(out.pane);
  } else if (role == Role::input) {
    // the plane is the result's: the source stands in it turned
    const Size size = plane_size(state);
    out.turned = true;
    out.scale = zoom_of(state.picture, {size.height, size.width}, out.pane) / zoom_of(state.picture, size, out.pane);
  }
  return out;
}

Placement place_of(const State& state, const Frame& frame, Role role, Size area) {
  const Settings& of_frame = frame.plan.settings;
  const Size picture = picture_of(frame, role).size();
  // What belongs to another plane stands there whole until its successor comes.
  if (!same_plane(of_frame, state.settings, state.catalog)) return placement(PictureView{}, picture, area);
  const ViewTarget target = view_target(state.settings, state.catalog);
  if (target.kind == ViewKind::picture) {
    const bool other_plane = target.turned && role == Role::input && shown_role(frame) == Role::result;
    return placement(other_plane ? turned(state.picture) : state.picture, picture, area);
  }
  const Placement place =
      placement(view_of(of_frame, target), of_frame.problem.size, view_of(state.settings, target), area, target.y_up());
  if (!target.turned || role == Role::input) return place;
  return PaneMap{area, true, turned_scale(area)}.to_pane(place);
}

Placement cover_place(const State& state) {
  const PictureArea area = pane_area(state, Pane::picture);
  const Size cells = state.cover.show->extent().size;
  const bool plane = view_target(state.settings, state.catalog).kind != ViewKind::picture;
  const Role role = role_in(state, Pane::picture);
  const bool there = state.frame != nullptr && state.frame->plan.workload == state.workload;
  const bool its_cells = there && picture_of(*state.frame, role).size() == cells;
  if (there && its_cells) return place_of(state, *state.frame, role, area.size);
  return placement(plane ? PictureView{} : state.picture, cells, area.size);
}

namespace {

/// In pixels of the picture, from its upper left corner.
Point in_picture(const Placement& place, Size picture, Size area, Point at) {
  const double x = (2 * at.x / std::max(area.width, 1) - 1 - place.x) / place.half_width;
  const double y = (1 - 2 * at.y / std::max(area.height, 1) - place.y) / place.half_height;
  return {(x + 1) * 0.5 * picture.width, (1 - y) * 0.5 * picture.height};
}

}  // namespace

Point share_at(const Placement& place, Size picture, Size area, Point at) {
  const Point pixel = in_picture(place, picture, area, at);
  return {(pixel.x - 0.5) / std::max(picture.width - 1, 1), (pixel.y - 0.5) / std::max(picture.height - 1, 1)};
}

std::optional<PixelAt> pixel_at(const Placement& place, Size picture, Size area, Point at) {
  const Point pixel = in_picture(place, picture, area, at);
  const double column = std::floor(pixel.x);
  const double row = std::floor(pixel.y);
  if (!(column >= 0 && row >= 0 && column < picture.width && row < picture.height)) return std::nullopt;
  return PixelAt{static_cast<int>(column), static_cast<int>(row)};
}

}  // namespace heteroscope
