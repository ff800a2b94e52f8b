#include "app/window/picture/panes.hpp"

#include <algorithm>
#include <cmath>

#include "app/window/model/scope_view.hpp"
#include "app/window/model/views/switching.hpp"
#include "core/model/settings/looks.hpp"
#include "core/numbers/turn.hpp"

namespace heteroscope {
namespace {

/// Returns the size of the picture whose pixels are the plane of a picture view.
Size plane_size(const Window& window) {
  if (shows_scope(window.model) && window.model.scope.show != nullptr) return window.model.scope.show->extent().size;
  const bool there = window.view.frame != nullptr &&
                     same_plane(window.view.frame->plan.settings, window.model.settings(), window.model.catalog);
  if (!there) return pane_area(window, Pane::picture).size;
  return picture_of(*window.view.frame, shown_role(*window.view.frame)).size();
}

bool has_two_panes(const Ui& ui, const WindowModel& model) {
  return side_by_side(model) || shows_grids(ui, model);
}

double zoom_of(const PictureView& view, Size picture, Size area) {
  return view.zoom > 0 ? view.zoom : fitted_zoom(picture, area);
}

}  // namespace

bool side_by_side(const WindowModel& model) {
  const Comparison& comparison = model.comparison;
  return comparison.with != CompareWith::nothing && comparison.style == CompareStyle::side &&
         !model.workload->gives_numbers();
}

PictureArea pane_area(const Window& window, Pane pane) {
  if (!has_two_panes(window.ui, window.model)) return window.view.area;
  PictureArea out = window.view.area;
  const int gap = std::max(2, static_cast<int>(std::lround(window.ui.units(2) * window.ui.pixel_ratio)));
  out.size.width = std::max((window.view.area.size.width - gap) / 2, 1);
  if (pane == Pane::picture) out.x += window.view.area.size.width - out.size.width;
  return out;
}

Size computed_area(const Window& window) {
  const bool beside_kept = side_by_side(window.model) && window.model.comparison.with == CompareWith::kept;
  return beside_kept ? window.view.area.size : pane_area(window, Pane::picture).size;
}

Pane pane_at(const Window& window, Point at) {
  if (!has_two_panes(window.ui, window.model)) return Pane::picture;
  const PictureArea right = pane_area(window, Pane::picture);
  return at.x + window.view.area.x >= right.x ? Pane::picture : Pane::other;
}

Point in_pane(const Window& window, Pane pane, Point at) {
  return {at.x - (pane_area(window, pane).x - window.view.area.x), at.y};
}

Role role_in(const WindowModel& model, Pane pane) {
  const bool numbers = model.workload->gives_numbers();
  const bool input = pane == Pane::other && model.comparison.with == CompareWith::input;
  return numbers || input ? Role::input : Role::result;
}

View shown_view(const Window& window) {
  const ViewTarget target = view_target(window.model.settings(), window.model.catalog);
  if (target.kind != ViewKind::picture) return view_of(window.model.settings(), target);
  return view_of(window.model.picture, plane_size(window), pane_area(window, Pane::picture).size);
}

void show_view(const Window& window, const View& view) {
  const ViewTarget target = view_target(window.model.settings(), window.model.catalog);
  if (target.kind != ViewKind::picture) {
    const Look before = natural_look(window.model.settings(), window.model.catalog);
    put_view(*window.model.edit(), target, view);
    follow_look(*window.model.edit(), before, window.model.catalog);
  } else {
    window.model.picture = picture_view(view, plane_size(window), pane_area(window, Pane::picture).size);
  }
}

LeftView left_view(const Window& window) {
  const ViewTarget target = view_target(window.model.settings(), window.model.catalog);
  LeftView out{.view = shown_view(window), .limit = {}, .plane = plane_of(window.model.settings(), target)};
  if (target.owner == nullptr || !target.owner->escape_limit) return out;
  const Values& values = view_values(window.model.settings(), target);
  out.limit = {.limit = target.owner->value_of(target.owner->escape_limit->parameter, values),
               .held = window.model.limit.held};
  return out;
}

void return_to(const Window& window, const LeftView& left) {
  const ViewTarget target = view_target(window.model.settings(), window.model.catalog);
  const Edit edit = window.model.edit();
  for (const auto& [id, value] : left.plane) view_values(*edit, target)[id] = value;
  show_view(window, left.view);
  if (!left.limit.limit || target.owner == nullptr || !target.owner->escape_limit) return;
  if (window.model.limit.by_hand) return;  // a limit that a person has chosen stays in every view
  Values& values = view_values(*edit, target);
  values[std::string(target.owner->escape_limit->parameter)] = *left.limit.limit;
  window.model.limit.returned = left.limit.held;
}

void fit_view(const Window& window) {
  window.model.picture = {};
  fit_view(*window.model.edit(), view_target(window.model.settings(), window.model.catalog),
           pane_area(window, Pane::picture).size);
}

std::optional<double> magnification(const Window& window) {
  if (view_target(window.model.settings(), window.model.catalog).kind != ViewKind::picture) return std::nullopt;
  return zoom_of(window.model.picture, plane_size(window), pane_area(window, Pane::picture).size);
}

void show_one_to_one(const Window& window) {
  if (const auto zoom = magnification(window)) move_view(window, {0, 0}, *zoom);
}

void leave_for(const Window& window, const Settings& next) {
  const ViewTarget target = view_target(next, window.model.catalog);
  // a picture is seen as before
  if (target.owner == nullptr || target != view_target(window.model.settings(), window.model.catalog)) return;
  const LeftView before = left_view(window);
  if (view_of(next, target) != before.view || plane_of(next, target) != before.plane)
    window.model.views.leave(before, window.ui.now_s);
}

void move_view(const Window& window, Point shares, double factor) {
  const PaneMap map = pane_map(window, Pane::picture);
  const Size pane = pane_area(window, Pane::picture).size;
  const auto in_view = [&](double x, double y) { return map.to_view({x * pane.width, y * pane.height}); };
  const Point middle = in_view(0.5, 0.5);
  const Point there = in_view(0.5 + shares.x, 0.5 + shares.y);
  const bool y_up = view_target(window.model.settings(), window.model.catalog).y_up();
  const LeftView before = left_view(window);
  View next = panned(before.view, pane, {middle.x - there.x, middle.y - there.y}, y_up);
  next = zoomed(next, pane, middle, held_factor(window, factor), y_up);
  window.model.views.leave(before, window.ui.now_s, ViewStep::small);
  show_view(window, next);
}

double held_factor(const Window& window, double factor) {
  if (view_target(window.model.settings(), window.model.catalog).kind != ViewKind::picture) return factor;
  return held_factor(shown_view(window), factor, plane_size(window), pane_area(window, Pane::picture).size);
}

PaneMap pane_map(const Window& window, Pane pane) {
  PaneMap out{pane_area(window, pane).size};
  const ViewTarget target = view_target(window.model.settings(), window.model.catalog);
  if (!target.turned) return out;
  const Role role = role_in(window.model, pane);
  if (target.kind != ViewKind::picture) {
    out.turned = role == Role::result;
    if (out.turned) out.scale = turned_scale(out.pane);
  } else if (role == Role::input) {
    // the plane is the result's, in which the source stands turned
    const Size size = plane_size(window);
    out.turned = true;
    out.scale = zoom_of(window.model.picture, {size.height, size.width}, out.pane) /
                zoom_of(window.model.picture, size, out.pane);
  }
  return out;
}

Placement place_of(const WindowModel& model, const Frame& frame, Role role, Size area) {
  const Settings& of_frame = frame.plan.settings;
  const Size picture = picture_of(frame, role).size();
  // a frame of another plane is shown whole until the next frame comes
  if (!same_plane(of_frame, model.settings(), model.catalog)) return placement(PictureView{}, picture, area);
  const ViewTarget target = view_target(model.settings(), model.catalog);
  if (target.kind == ViewKind::picture) {
    const bool other_plane = target.turned && role == Role::input && shown_role(frame) == Role::result;
    return placement(other_plane ? turned(model.picture) : model.picture, picture, area);
  }
  const Placement place = placement(view_of(of_frame, target), of_frame.problem.size, view_of(model.settings(), target),
                                    area, target.y_up());
  if (!target.turned || role == Role::input) return place;
  return PaneMap{area, true, turned_scale(area)}.to_pane(place);
}

Placement scope_place(const Window& window) {
  const PictureArea area = pane_area(window, Pane::picture);
  const Size cells = window.model.scope.show->extent().size;
  const bool plane = view_target(window.model.settings(), window.model.catalog).kind != ViewKind::picture;
  const Role role = role_in(window.model, Pane::picture);
  const bool there = window.view.frame != nullptr && window.view.frame->plan.workload == window.model.workload;
  const bool its_cells = there && picture_of(*window.view.frame, role).size() == cells;
  if (there && its_cells) return place_of(window.model, *window.view.frame, role, area.size);
  return placement(plane ? PictureView{} : window.model.picture, cells, area.size);
}

namespace {

/// Converts a point of the area into pixels of the picture, from its upper left corner.
Point in_picture(const Placement& place, Size picture, Size area, Point at) {
  const double right = 2 * at.x / std::max(area.width, 1) - 1 - place.x;
  const double above = 1 - 2 * at.y / std::max(area.height, 1) - place.y;
  const double shape = static_cast<double>(std::max(area.width, 1)) / std::max(area.height, 1);
  const Turn turn = turn_by(place.turn);
  const double x = (right * turn.cosine + above / shape * turn.sine) / place.half_width;
  const double y = (above * turn.cosine - right * shape * turn.sine) / place.half_height;
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
