#pragma once

#include "core/memory/field_view.hpp"
#include "kernels/mandelbrot/deep/perturb.hpp"

/// What all pixels of a deep picture are computed from, as the job's table has it: a header, the reference's iterates,
/// its leaps.
namespace heteroscope::mandelbrot {

struct alignas(16) DeepHeader {
  int extended = 0;  ///< numbers are those of the extended tier
  int length = 0;
  int levels = 0;
  int first[most_levels] = {};
  std::size_t entries_at = 0;  ///< bytes from here
  std::size_t leaps_at = 0;
  std::size_t ladders_at = 0;  ///< 0: there are none
  Wide span;
  Wide offset_error;
  Delta<Wide> center;  ///< of the view, from the reference
  Complex<double> c;   ///< the reference, rounded
};

/// (x + i y) · step.
HETEROSCOPE_HD inline Delta<double> scaled(double x, double y, double step) {
  return {x * step, y * step};
}
HETEROSCOPE_HD inline Delta<Wide> scaled(double x, double y, Wide step) {
  return normal(x * step.m, y * step.m, step.e);
}

template <class R>
struct DeepPicture {
  OrbitView<R> orbit;
  Delta<R> center;
  R step{};             ///< between neighboring pixels
  double middle_x = 0;  ///< of the whole picture, counted from the part's corner
  double middle_y = 0;
  Complex<double> c;

  /// The part, of which the table knows nothing: it is the whole's.
  HETEROSCOPE_HD DeepPicture(const void* table, const Cutout& part) {
    const Size size = part.whole;
    const auto* const base = static_cast<const char*>(table);
    const auto& header = *static_cast<const DeepHeader*>(table);
    orbit.entries = reinterpret_cast<const OrbitEntry<R>*>(base + header.entries_at);
    orbit.leaps = reinterpret_cast<const Leap<R>*>(base + header.leaps_at);
    if (header.ladders_at > 0) orbit.ladders = reinterpret_cast<const Ladder*>(base + header.ladders_at);
    orbit.length = header.length;
    orbit.levels = header.levels;
    orbit.first = header.first;
    orbit.offset_error = as_real<R>(header.offset_error);
    center = as_delta<R>(header.center);
    step = as_real<R>(normal(header.span.m / size.width, header.span.e));
    middle_x = 0.5 * (size.width - 1.0) - part.x;  // exact, as all whole numbers and halves here
    middle_y = 0.5 * (size.height - 1.0) - part.y;
    c = header.c;
  }

  /// A pixel's point from the reference's.
  [[nodiscard]] HETEROSCOPE_HD Delta<R> offset(int x, int y) const {
    return scaled(x - middle_x, middle_y - y, step) + center;
  }

  /// What a pixel holds: as pixel_value(), or below 0 where that is not certain, and then minus the limit in place of
  /// 0.
  [[nodiscard]] HETEROSCOPE_HD double value(int x, int y, int limit, bool smooth) const {
    const Delta<R> away = offset(x, y);
    const Perturbed found = perturb(orbit, away, limit);
    const Complex<double> at = to_doubles(away);
    return found_value(found, {c.re + at.re, c.im + at.im}, limit, smooth);
  }

  HETEROSCOPE_HD static double found_value(const Perturbed& found, Complex<double> point, int limit, bool smooth) {
    const double value = pixel_value(found.z, point, found.count, limit, smooth);
    if (!found.undecided) return value;
    return value == 0 ? -static_cast<double>(limit) : -value;
  }
};

}  // namespace heteroscope::mandelbrot
