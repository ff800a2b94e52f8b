#pragma once

#include "app/window/model/views/view.hpp"
#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// The kind of view that zoom and pan change.
enum class ViewKind {
  result,  ///< the workload's own parameters: another part of the plane is computed
  source,  ///< the parameters of the workload that is the source: the filter follows
  picture  ///< only the picture on the screen, since its source is a file or a pattern
};

/// The owner of the view.
struct ViewTarget {
  ViewKind kind = ViewKind::picture;
  const Workload* owner = nullptr;  ///< the workload whose parameters hold the view; null for a picture
  bool turned = false;              ///< the result's columns are the source's rows

  [[nodiscard]] bool y_up() const { return owner != nullptr && owner->navigation->y_up; }
  bool operator==(const ViewTarget&) const = default;
};

/// Returns whether the target's view has a rotation.
bool can_be_rotated(const ViewTarget& target);

/// Returns the target of zoom and pan. Throws BadInput for a workload that the catalog does not know.
ViewTarget view_target(const Settings& settings, Catalog catalog);

/// Returns the parameters that a target changes; for a picture, which changes none, the workload's.
Values& view_values(Settings& settings, const ViewTarget& target);
const Values& view_values(const Settings& settings, const ViewTarget& target);

/// Returns the values that choose the plane, by id: whether it is that of a Julia set, and of which c.
Values plane_of(const Settings& settings, const ViewTarget& target);

/// Returns the view in the parameters; {0, 0, 1} for a picture.
View view_of(const Settings& settings, const ViewTarget& target);
/// Puts a view into the parameters, limited to their ranges. Does nothing for a picture.
void put_view(Settings& settings, const ViewTarget& target, const View& exact);
/// Sets the owner's initial view, or that of a whole Julia set: a square inside a picture of `size`. Does nothing for a
/// picture.
void fit_view(Settings& settings, const ViewTarget& target, Size size);
/// Fits the view of a scene, or of the whole, to a picture of another size: it stays whole, and stays that scene's.
/// Another view stays as it is. Returns whether the view has changed.
bool refit_view(Settings& settings, const ViewTarget& target, Size before, Size after);
/// Puts the scene's values into the parameters of a workload as apply_scene() does into settings.
void apply_scene(Values& values, const Workload& workload, const Scene& scene, Size size);
/// Multiplies the owner's parameter for detail, within its range.
void change_detail(Settings& settings, const ViewTarget& target, double factor);

/// Returns whether both settings' views may stand in one history: they change the same parameters of the same workload,
/// or the same picture.
bool shares_views(const Settings& a, const Settings& b, Catalog catalog);
/// Returns whether these views are of one plane, too: both of the Mandelbrot set, or of one Julia set.
bool same_plane(const Settings& a, const Settings& b, Catalog catalog);

}  // namespace heteroscope
