#include "app/icon/icon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

namespace heteroscope {

namespace {

/// All lengths are shares of the icon's side; y points down.
struct IconPoint {
  double x = 0, y = 0;
};

struct Color {
  int red = 0, green = 0, blue = 0;
};

struct IconLine {
  std::vector<IconPoint> points;
  double width = 0;
  Color color;
  double opacity = 1;
};

/// The screen: a square with round corners.
constexpr double margin = 0.04, corner = 0.18;
constexpr Color screen{13, 27, 42}, grid{46, 84, 110}, beam{102, 255, 178};

/// Maps the complex plane into the icon: the set's −2 to 0.6, with a margin.
IconPoint place(std::complex<double> c) {
  constexpr double scale = 0.33, middle = -0.55;
  return {0.5 + (c.real() - middle) * scale, 0.5 - c.imag() * scale};
}

/// Along the border of the set's two largest parts: the beam comes from the left, goes round the disk and the cardioid
/// and leaves to the right.
IconLine beam_line() {
  constexpr int steps = 48;
  constexpr double pi = std::numbers::pi;
  IconLine out{.points = {{margin, 0.5}}, .width = 0.035, .color = beam};
  const auto disk = [](double angle) { return place(-1.0 + std::polar(0.25, angle)); };
  const auto cardioid = [](double angle) { return place(std::polar(0.5, angle) - std::polar(0.25, 2 * angle)); };
  for (int i = 0; i <= steps; ++i) out.points.push_back(disk(pi - pi * i / steps));
  for (int i = 0; i <= steps; ++i) out.points.push_back(cardioid(pi - pi * i / steps));
  out.points.push_back({1 - margin, 0.5});
  return out;
}

/// The half below the real axis, fainter: the same line, mirrored.
IconLine echo_line() {
  IconLine out = beam_line();
  out.points.erase(out.points.begin());
  out.points.pop_back();
  for (IconPoint& each : out.points) each.y = 1 - each.y;
  out.opacity = 0.55;
  return out;
}

std::vector<IconLine> lines() {
  std::vector<IconLine> out;
  constexpr int parts = 4;
  for (int i = 1; i < parts; ++i) {
    const double at = margin + (1 - 2 * margin) * i / parts;
    out.push_back({.points = {{at, margin}, {at, 1 - margin}}, .width = 0.01, .color = grid});
    out.push_back({.points = {{margin, at}, {1 - margin, at}}, .width = 0.01, .color = grid});
  }
  out.push_back(echo_line());
  out.push_back(beam_line());
  return out;
}

double distance(IconPoint p, IconPoint a, IconPoint b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double length = dx * dx + dy * dy;
  const double along = length > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0, 1.0) : 0;
  return std::hypot(p.x - a.x - along * dx, p.y - a.y - along * dy);
}

double distance(IconPoint p, const IconLine& line) {
  double out = 2;
  for (std::size_t i = 1; i < line.points.size(); ++i)
    out = std::min(out, distance(p, line.points[i - 1], line.points[i]));
  return out;
}

/// Below 0 inside of the screen.
double outside_screen(IconPoint p) {
  const double inner = 0.5 - margin - corner;
  const double x = std::abs(p.x - 0.5) - inner;
  const double y = std::abs(p.y - 0.5) - inner;
  return std::hypot(std::max(x, 0.0), std::max(y, 0.0)) + std::min(std::max(x, y), 0.0) - corner;
}

std::uint32_t pixel(IconPoint p, const std::vector<IconLine>& all, int pixels) {
  // how much of the pixel lies on the inner side of a border at this distance
  const auto covered = [&](double distance) { return std::clamp(0.5 - distance * pixels, 0.0, 1.0); };
  std::array color{double(screen.red), double(screen.green), double(screen.blue)};
  for (const IconLine& each : all) {
    // thin lines of small icons are a pixel wide
    const double width = std::max(each.width, 1.0 / pixels);
    const double share = each.opacity * covered(distance(p, each) - width / 2);
    const std::array over{each.color.red, each.color.green, each.color.blue};
    for (std::size_t i = 0; i < color.size(); ++i) color[i] += share * (over[i] - color[i]);
  }
  const auto byte = [](double value) { return static_cast<std::uint32_t>(std::lround(value)); };
  return byte(color[0]) | byte(color[1]) << 8 | byte(color[2]) << 16 | byte(255 * covered(outside_screen(p))) << 24;
}

std::string hex(Color color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue);
}

}  // namespace

Picture draw_icon(int pixels) {
  Picture out{.size = {pixels, pixels}, .pixels = Pixels(static_cast<std::size_t>(pixels) * pixels)};
  const std::vector<IconLine> all = lines();
  for (int y = 0; y < pixels; ++y) {
    for (int x = 0; x < pixels; ++x) {
      out.pixels[static_cast<std::size_t>(y) * pixels + x] =
          pixel({(x + 0.5) / pixels, (y + 0.5) / pixels}, all, pixels);
    }
  }
  return out;
}

std::string icon_svg() {
  constexpr int side = 512;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{0}\" viewBox=\"0 0 {0} {0}\">\n"
      "<title>heteroscope</title>\n<rect x=\"{1:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"{2:.1f}\" "
      "rx=\"{3:.1f}\" "
      "fill=\"{4}\"/>\n",
      side, margin * side, (1 - 2 * margin) * side, corner * side, hex(screen));
  for (const IconLine& each : lines()) {
    std::string path;
    for (const IconPoint& point : each.points)
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : " L", point.x * side, point.y * side);
    out += fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\"{}\" stroke-width=\"{:.1f}\" "
        "stroke-linejoin=\"round\"/>\n",
        path, hex(each.color), each.opacity, each.width * side);
  }
  return out + "</svg>\n";
}

}  // namespace heteroscope
