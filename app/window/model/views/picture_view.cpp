#include "app/window/model/views/picture_view.hpp"

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr double largest_pixel = 256;

double at_least_one(int side) {
  return std::max(side, 1);
}

/// Returns the widths of the view at both ends of the zoom, the closest first.
std::pair<double, double> spans(Size picture, Size area) {
  const double fitted = fitted_zoom(picture, area);
  const double width = at_least_one(area.width);
  return {width / std::max(largest_pixel, fitted), width / (std::min(fitted, 1.0) / 4)};
}

}  // namespace

double fitted_zoom(Size picture, Size area) {
  return std::min(at_least_one(area.width) / at_least_one(picture.width),
                  at_least_one(area.height) / at_least_one(picture.height));
}

View view_of(const PictureView& view, Size picture, Size area) {
  const double zoom = view.zoom > 0 ? view.zoom : fitted_zoom(picture, area);
  return {view.center.x * picture.width, view.center.y * picture.height, at_least_one(area.width) / zoom};
}

PictureView picture_view(const View& view, Size picture, Size area) {
  const auto [closest, widest] = spans(picture, area);
  const double zoom = at_least_one(area.width) / std::clamp(view.span.to_double(), closest, widest);
  const PictureView out{{std::clamp(view.x.to_double() / at_least_one(picture.width), 0.0, 1.0),
                         std::clamp(view.y.to_double() / at_least_one(picture.height), 0.0, 1.0)},
                        zoom};
  constexpr double same = 1e-9;
  const bool fitted = std::abs(zoom / fitted_zoom(picture, area) - 1) < same && std::abs(out.center.x - 0.5) < same &&
                      std::abs(out.center.y - 0.5) < same;
  return fitted ? PictureView{} : out;
}

double held_factor(const View& view, double factor, Size picture, Size area) {
  const auto [closest, widest] = spans(picture, area);
  const double span = view.span.to_double();
  return std::clamp(span * factor, closest, widest) / span;
}

Placement placement(const PictureView& view, Size picture, Size area) {
  const double zoom = view.zoom > 0 ? view.zoom : fitted_zoom(picture, area);
  const Point center = view.zoom > 0 ? view.center : Point{0.5, 0.5};
  const double width = at_least_one(area.width);
  const double height = at_least_one(area.height);
  const double left = std::round(width / 2 - center.x * picture.width * zoom);
  const double top = std::round(height / 2 - center.y * picture.height * zoom);
  // a narrow picture stays visible at any zoom
  const double half_width = std::max(picture.width * zoom, 1.0) / width;
  const double half_height = std::max(picture.height * zoom, 1.0) / height;
  return {2 * left / width + half_width - 1, 1 - 2 * top / height - half_height, half_width, half_height};
}

PictureView turned(const PictureView& view) {
  return {{view.center.y, view.center.x}, view.zoom};
}

}  // namespace heteroscope
