#include "app/plot/raster.hpp"

#include <cairo-ft.h>
#include <cairo.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <new>
#include <numbers>
#include <span>
#include <stdexcept>
#include <utility>
#include <variant>

#include "app/plot/svg.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "embedded/Roboto_Medium_ttf.hpp"
#include "embedded/Roboto_Regular_ttf.hpp"

namespace heteroscope {
namespace {

void check(FT_Error error) {
  if (error == FT_Err_Out_Of_Memory) throw std::bad_alloc();
  if (error != FT_Err_Ok) throw std::logic_error("the program's own font cannot be read");
}

/// FreeType's library with the two faces. Nothing of it is given back, since cairo keeps what it has seen of a face.
class Faces {
 public:
  Faces() {
    check(FT_Init_FreeType(&library_));
    regular = face_of(embedded::Roboto_Regular_ttf());
    medium = face_of(embedded::Roboto_Medium_ttf());
  }

  cairo_font_face_t* regular = nullptr;
  cairo_font_face_t* medium = nullptr;

 private:
  [[nodiscard]] cairo_font_face_t* face_of(std::span<const unsigned char> file) const {
    FT_Face face = nullptr;
    check(FT_New_Memory_Face(library_, file.data(), static_cast<FT_Long>(file.size()), 0, &face));
    return cairo_ft_font_face_create_for_ft_face(face, FT_LOAD_NO_HINTING);
  }

  FT_Library library_ = nullptr;
};

/// The program's own font, Roboto, for cairo to draw with; it stays until the program ends. Throws std::bad_alloc.
cairo_font_face_t* letters(bool bold) {
  static const Faces faces;
  return bold ? faces.medium : faces.regular;
}

constexpr int most_pixels = 32767;  ///< of a side, in cairo's pictures
constexpr double mark_line = 1.8;   ///< the width of a mark's lines

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;
using Context = std::unique_ptr<cairo_t, decltype(&cairo_destroy)>;
using FontOptions = std::unique_ptr<cairo_font_options_t, decltype(&cairo_font_options_destroy)>;

void check(cairo_status_t status) {
  if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
  if (status != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(fmt::format("cairo cannot draw this figure: {}", cairo_status_to_string(status)));
}

/// A color with red and blue in each other's places: where cairo has them.
std::uint32_t swapped(std::uint32_t color) {
  return (color & 0xff00ff00U) | (color & 255U) << 16 | (color >> 16 & 255U);
}

/// A color as cairo's pictures have it: multiplied by its opacity.
std::uint32_t premultiplied(std::uint32_t color) {
  const std::uint32_t alpha = color >> 24;
  std::uint32_t out = alpha << 24;
  for (const int bits : {0, 8, 16}) out |= ((color >> bits & 255U) * alpha + 127) / 255 << bits;
  return swapped(out);
}

/// The pixels of an old side that one of a new side shows, from the first to before the last: those that begin in it,
/// or the one below its beginning.
std::pair<int, int> pixels_under(int at, int new_side, int old_side) {
  const auto below = [&](std::int64_t edge) { return static_cast<int>(edge * old_side / new_side); };
  const int first = below(at);
  return {first, std::max(below(at + 1), first + 1)};
}

/// The mean of pixels of a picture, channel by channel.
std::uint32_t mean_color(const Pixels& pixels, int width, std::pair<int, int> columns, std::pair<int, int> rows) {
  std::array<std::uint64_t, 4> sums{};
  for (int y = rows.first; y < rows.second; ++y) {
    for (int x = columns.first; x < columns.second; ++x) {
      const std::uint32_t each =
          pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += each >> 8 * i & 255U;
    }
  }
  const std::uint64_t count =
      static_cast<std::uint64_t>(columns.second - columns.first) * static_cast<std::uint64_t>(rows.second - rows.first);
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < sums.size(); ++i)
    out |= static_cast<std::uint32_t>((sums[i] + count / 2) / count) << 8 * i;
  return out;
}

/// A picture in another size, for cairo. A side that grows repeats its pixels and mixes none, also where the other one
/// shrinks: cairo's filters would smooth both.
Pixels stretched(const Picture& picture, const Size& size) {
  Pixels from(picture.pixels);
  std::ranges::transform(from, from.begin(), premultiplied);
  Pixels out;
  out.reserve(static_cast<std::size_t>(size.area()));
  for (int y = 0; y < size.height; ++y) {
    const auto rows = pixels_under(y, size.height, picture.size.height);
    for (int x = 0; x < size.width; ++x)
      out.push_back(mean_color(from, picture.size.width, pixels_under(x, size.width, picture.size.width), rows));
  }
  return out;
}

/// Pixels for cairo to draw on, or to read; they must stay as long as the surface does.
Surface surface_of(Pixels& pixels, const Size& size, cairo_format_t format) {
  Surface out(cairo_image_surface_create_for_data(reinterpret_cast<unsigned char*>(pixels.data()), format, size.width,
                                                  size.height, 4 * size.width),
              &cairo_surface_destroy);
  check(cairo_surface_status(out.get()));
  return out;
}

/// A place between pixels.
double snapped(double at) {
  return std::round(at);
}

/// A figure's shapes, in pixels of the picture.
class Raster {
 public:
  Raster(const PlotFigure& figure, double scale) : scale_(scale) {
    out_.size = {std::max(static_cast<int>(std::lround(figure.width * scale)), 1),
                 std::max(static_cast<int>(std::lround(figure.height * scale)), 1)};
    if (std::max(out_.size.width, out_.size.height) > most_pixels) {
      throw BadInput(
          fmt::format("a PNG of {}x{} pixels is too large: a side can have at most {} pixels; save it smaller, "
                      "or as SVG",
                      out_.size.width, out_.size.height, most_pixels));
    }
    out_.pixels.assign(static_cast<std::size_t>(out_.size.area()), 0xffffffffU);
    surface_ = surface_of(out_.pixels, out_.size, CAIRO_FORMAT_RGB24);
    context_.reset(cairo_create(surface_.get()));
    cairo_set_line_join(context_.get(), CAIRO_LINE_JOIN_ROUND);
    let_letters_stand_between_pixels();
  }

  void put(const FigurePicture& of);
  void put(const DrawnLine& line);
  void put(const DrawnBox& box);
  void put(const DrawnMark& mark);
  void put(const DrawnText& text);
  [[nodiscard]] Picture taken() &&;

 private:
  [[nodiscard]] Spot scaled(const Spot& at) const { return {scale_ * at.x, scale_ * at.y}; }
  /// A width that is seen in any size.
  [[nodiscard]] double thickness(double width) const { return std::max(scale_ * width, 1.0); }
  void let_letters_stand_between_pixels();
  void set_color(std::uint32_t color);
  void trace(const std::vector<Spot>& points);
  void fill_whole(double left, double top, double right, double bottom);
  void stroke(const std::vector<Spot>& points, double width);
  void put_disk(const DrawnMark& mark);

  double scale_;
  Picture out_;
  Surface surface_{nullptr, &cairo_surface_destroy};
  Context context_{nullptr, &cairo_destroy};
};

/// Has letters as far apart in each scale as in any other: their widths are no whole pixels.
void Raster::let_letters_stand_between_pixels() {
  const FontOptions options(cairo_font_options_create(), &cairo_font_options_destroy);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(context_.get(), options.get());
}

void Raster::set_color(std::uint32_t color) {
  const auto channel = [color](int bits) { return (color >> bits & 255U) / 255.0; };
  cairo_set_source_rgba(context_.get(), channel(0), channel(8), channel(16), channel(24));
}

/// Makes the path of a line through these places of the figure.
void Raster::trace(const std::vector<Spot>& points) {
  for (const Spot& each : points) cairo_line_to(context_.get(), scale_ * each.x, scale_ * each.y);
}

/// Fills whole pixels, at least one in each direction.
void Raster::fill_whole(double left, double top, double right, double bottom) {
  cairo_rectangle(context_.get(), snapped(left), snapped(top), std::max(snapped(right) - snapped(left), 1.0),
                  std::max(snapped(bottom) - snapped(top), 1.0));
  cairo_fill(context_.get());
}

void Raster::stroke(const std::vector<Spot>& points, double width) {
  trace(points);
  cairo_set_line_width(context_.get(), thickness(width));
  cairo_stroke(context_.get());
}

/// Draws a picture; where several of its pixels lie under one of the area, their mean is seen.
void Raster::put(const FigurePicture& of) {
  const Spot from = scaled({of.area.left, of.area.top});
  const Spot to = scaled({of.area.right, of.area.bottom});
  const double left = snapped(from.x);
  const double top = snapped(from.y);
  const Size size{static_cast<int>(std::max(snapped(to.x) - left, 1.0)),
                  static_cast<int>(std::max(snapped(to.y) - top, 1.0))};
  Pixels pixels = stretched(*of.picture, size);
  const Surface surface = surface_of(pixels, size, CAIRO_FORMAT_ARGB32);
  cairo_set_source_surface(context_.get(), surface.get(), left, top);
  cairo_pattern_set_filter(cairo_get_source(context_.get()), CAIRO_FILTER_NEAREST);
  fill_whole(from.x, from.y, to.x, to.y);
}

/// Draws a line; one straight up or across fills whole pixels, as in the window.
void Raster::put(const DrawnLine& line) {
  set_color(line.color);
  const bool two = line.points.size() == 2;
  const Spot from = two ? scaled(line.points[0]) : Spot{};
  const Spot to = two ? scaled(line.points[1]) : Spot{};
  const double width = snapped(thickness(line.width));
  if (two && from.x == to.x) {
    const double left = snapped(from.x - width / 2);
    fill_whole(left, std::min(from.y, to.y), left + width, std::max(from.y, to.y));
  } else if (two && from.y == to.y) {
    const double top = snapped(from.y - width / 2);
    fill_whole(std::min(from.x, to.x), top, std::max(from.x, to.x), top + width);
  } else {
    stroke(line.points, line.width);
  }
}

void Raster::put(const DrawnBox& box) {
  const Spot from = scaled({box.area.left, box.area.top});
  const Spot to = scaled({box.area.right, box.area.bottom});
  set_color(box.color);
  if (box.filled) return fill_whole(from.x, from.y, to.x, to.y);
  const double width = snapped(thickness(1));
  cairo_rectangle(context_.get(), snapped(from.x) + width / 2, snapped(from.y) + width / 2,
                  snapped(to.x) - snapped(from.x) - width, snapped(to.y) - snapped(from.y) - width);
  cairo_set_line_width(context_.get(), width);
  cairo_stroke(context_.get());
}

void Raster::put(const DrawnMark& mark) {
  set_color(mark.color);
  const std::vector<Spot> corners = corners_of(mark);
  if (mark.marker == Marker::cross) {
    stroke({corners[0], corners[1]}, mark_line);
    stroke({corners[2], corners[3]}, mark_line);
    return;
  }
  if (corners.empty()) return put_disk(mark);
  trace(corners);
  cairo_fill(context_.get());
}

/// Draws a disk, or a ring that is white inside.
void Raster::put_disk(const DrawnMark& mark) {
  const Spot middle = scaled(mark.at);
  cairo_arc(context_.get(), middle.x, middle.y, scale_ * mark.radius, 0, 2 * std::numbers::pi);
  if (mark.marker != Marker::ring) return cairo_fill(context_.get());
  set_color(0xffffffffU);
  cairo_fill_preserve(context_.get());
  set_color(mark.color);
  cairo_set_line_width(context_.get(), thickness(mark_line));
  cairo_stroke(context_.get());
}

/// Draws words as the outlines of their letters: pictures of letters would stand at whole pixels.
void Raster::put(const DrawnText& text) {
  const double em = scale_ * svg_font * text.scale;
  const std::string words = printable(text.words);
  const Spot at = scaled(text.at);
  cairo_set_font_face(context_.get(), letters(text.bold));
  cairo_set_font_size(context_.get(), em);
  cairo_text_extents_t extents;
  cairo_text_extents(context_.get(), words.c_str(), &extents);
  const double before = text.anchor == Anchor::start ? 0 : text.anchor == Anchor::middle ? 0.5 : 1;
  cairo_move_to(context_.get(), at.x - before * extents.x_advance, snapped(at.y + svg_base * em));
  cairo_text_path(context_.get(), words.c_str());
  set_color(text.color);
  cairo_fill(context_.get());
}

Picture Raster::taken() && {
  check(cairo_status(context_.get()));
  cairo_surface_flush(surface_.get());
  for (std::uint32_t& each : out_.pixels) each = swapped(each) | 0xff000000U;
  return std::move(out_);
}

}  // namespace

Picture raster(const PlotFigure& figure, double scale) {
  Raster out(figure, scale);
  for (const FigurePicture& each : figure.pictures) out.put(each);
  for (const DrawnShape& each : figure.drawing) std::visit([&](const auto& shape) { out.put(shape); }, each);
  return std::move(out).taken();
}

}  // namespace heteroscope
