#pragma once

#include "app/window/model/views/view.hpp"
#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// What zooming and panning moves.
enum class ViewKind {
  result,  ///< the workload's own parameters: another part of the plane is computed
  source,  ///< the parameters of the workload that is the source: the filter follows
  picture  ///< nothing but the picture on the screen: its source is a file or a pattern
};

/// Where the view is held.
struct ViewTarget {
  ViewKind kind = ViewKind::picture;
  const Workload* owner = nullptr;  ///< whose parameters move; null for a picture
  bool turned = false;              ///< the result's columns are the source's rows

  [[nodiscard]] bool y_up() const { return owner != nullptr && owner->navigation->y_up; }
  bool operator==(const ViewTarget&) const = default;
};

/// Throws BadInput for a workload that the catalog does not know.
ViewTarget view_target(const Settings& settings, Catalog catalog);

/// The parameters that a target moves; of a picture there are none, and these are the workload's.
Values& view_values(Settings& settings, const ViewTarget& target);
const Values& view_values(const Settings& settings, const ViewTarget& target);

/// The values that say which plane is shown, by id: whether it is that of a Julia set, and of which c.
Values plane_of(const Settings& settings, const ViewTarget& target);

/// The view in the parameters; {0, 0, 1} for a picture.
View view_of(const Settings& settings, const ViewTarget& target);
/// Puts a view into the parameters, held inside their ranges. Does nothing for a picture.
void put_view(Settings& settings, const ViewTarget& target, const View& exact);
/// The owner's initial view, or that of all of a Julia set: a square wholly inside a picture of `size`. Does nothing
/// for a picture.
void fit_view(Settings& settings, const ViewTarget& target, Size size);
/// Fits the view of a scene, or of the whole, to a picture of another size: it stays whole, and stays that scene's.
/// Another view stays as it is. Returns whether the view has changed.
bool refit_view(Settings& settings, const ViewTarget& target, Size before, Size after);
/// Puts the scene's values into the parameters of a workload as apply_scene() does into settings.
void apply_scene(Values& values, const Workload& workload, const Scene& scene, Size size);
/// Multiplies the owner's parameter for detail, inside its range.
void change_detail(Settings& settings, const ViewTarget& target, double factor);

/// Whether both settings' views can be compared: the same parameters of the same workload move, or the same picture.
bool same_plane(const Settings& a, const Settings& b, Catalog catalog);

}  // namespace heteroscope
