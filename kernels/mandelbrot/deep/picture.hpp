#pragma once

#include "core/numbers/turn.hpp"
#include "core/types/field_view.hpp"
#include "kernels/mandelbrot/deep/perturb.hpp"

/// The job's table of a deep picture, from which all pixels are computed: a header, the reference's iterates and its
/// leaps; the latter two again in double-doubles where the picture is refined.
namespace heteroscope::mandelbrot {

/// Where an orbit in one kind of numbers lies; places are in bytes from the header.
struct OrbitPlace {
  int length = 0;
  int start = 0;  ///< OrbitView::start
  int levels = 0;
  int first[most_levels] = {};
  std::size_t entries_at = 0;
  std::size_t leaps_at = 0;
  std::size_t ladders_at = 0;  ///< 0: there are none
};

struct alignas(16) DeepHeader {
  int extended = 0;  ///< 1: numbers are those of the extended tier
  int julia = 0;     ///< 1: of a Julia set; the reference is then two orbits (reference.hpp)
  OrbitPlace orbit;
  OrbitPlace fine;  ///< of length 0 if there is none
  Wide span;
  Wide reach;              ///< no pixel is farther from the reference
  Delta<Wide> center;      ///< the view's center relative to the reference
  DoubleDouble fine_span;  ///< this and the next are set where there is a fine orbit
  Delta<DoubleDouble> fine_center;
  Delta<Wide> added;               ///< OrbitView::added
  Delta<DoubleDouble> fine_added;  ///< the same, where there is a fine orbit
  Complex<double> c;               ///< the reference's, rounded
  Turn turn;                       ///< of the view
};

/// Whether there is an orbit in double-doubles for pixels that are not certain without.
HETEROSCOPE_HD inline bool has_fine_orbit(const void* table) {
  return static_cast<const DeepHeader*>(table)->fine.length > 0;
}

/// (x + i y) · step.
HETEROSCOPE_HD inline Delta<double> scaled(double x, double y, double step) {
  return {x * step, y * step};
}
HETEROSCOPE_HD inline Delta<Wide> scaled(double x, double y, Wide step) {
  return normal(x * step.m, y * step.m, step.e);
}
HETEROSCOPE_HD inline Delta<DoubleDouble> scaled(double x, double y, DoubleDouble step) {
  return {step * x, step * y};
}

/// The turn as a number of modulus 1, whose parts are exact.
template <class R>
HETEROSCOPE_HD inline Delta<R> as_delta(const Turn& turn);
template <>
HETEROSCOPE_HD inline Delta<double> as_delta<double>(const Turn& turn) {
  return {turn.cosine, turn.sine};
}
template <>
HETEROSCOPE_HD inline Delta<Wide> as_delta<Wide>(const Turn& turn) {
  return normal(turn.cosine, turn.sine, 0);
}
template <>
HETEROSCOPE_HD inline Delta<DoubleDouble> as_delta<DoubleDouble>(const Turn& turn) {
  return {{turn.cosine, 0}, {turn.sine, 0}};
}

/// What the header says of a view, in the numbers of R.
template <class R>
struct ViewPlace {
  HETEROSCOPE_HD static const OrbitPlace& orbit(const DeepHeader& header) { return header.orbit; }
  HETEROSCOPE_HD static Delta<R> center(const DeepHeader& header) { return as_delta<R>(header.center); }
  HETEROSCOPE_HD static Delta<R> added(const DeepHeader& header) { return as_delta<R>(header.added); }
  HETEROSCOPE_HD static R step(const DeepHeader& header, int columns) {
    return as_real<R>(normal(header.span.m / columns, header.span.e));
  }
};
template <>
struct ViewPlace<DoubleDouble> {
  HETEROSCOPE_HD static const OrbitPlace& orbit(const DeepHeader& header) { return header.fine; }
  HETEROSCOPE_HD static Delta<DoubleDouble> center(const DeepHeader& header) { return header.fine_center; }
  HETEROSCOPE_HD static Delta<DoubleDouble> added(const DeepHeader& header) { return header.fine_added; }
  HETEROSCOPE_HD static DoubleDouble step(const DeepHeader& header, int columns) {
    return header.fine_span / static_cast<double>(columns);
  }
};

template <class R, bool Julia = false>
struct DeepPicture {
  OrbitView<R> orbit;
  Delta<R> center;
  R step{};             ///< the distance of neighboring pixels
  bool turned = false;  ///< by `turn`
  Delta<R> turn{};
  double middle_x = 0;  ///< the middle of the whole picture, counted from the part's corner
  double middle_y = 0;
  Complex<double> c;

  /// The table is that of the whole picture; `part` says which part the job computes.
  HETEROSCOPE_HD DeepPicture(const void* table, const Cutout& part) {
    const Size size = part.whole;
    const auto* const base = static_cast<const char*>(table);
    const auto& header = *static_cast<const DeepHeader*>(table);
    const OrbitPlace& place = ViewPlace<R>::orbit(header);
    orbit.entries = reinterpret_cast<const OrbitEntry<R>*>(base + place.entries_at);
    orbit.leaps = reinterpret_cast<const Leap<R>*>(base + place.leaps_at);
    if (place.ladders_at > 0) orbit.ladders = reinterpret_cast<const Ladder<Estimate<R>>*>(base + place.ladders_at);
    orbit.length = place.length;
    orbit.levels = place.levels;
    orbit.first = place.first;
    if constexpr (Julia) {
      orbit.start = place.start;
      orbit.added = ViewPlace<R>::added(header);
    }
    orbit.offset_error = as_real<Estimate<R>>(header.reach) * real<Estimate<R>>(Exactness<R>::offset);
    center = ViewPlace<R>::center(header);
    step = ViewPlace<R>::step(header, size.width);
    turned = header.turn.cosine != 1 || header.turn.sine != 0;
    turn = as_delta<R>(header.turn);
    // The product with the turn, whose parts are exact, errs by no more than all that goes into an upright offset.
    if (turned) orbit.offset_error = orbit.offset_error + orbit.offset_error;
    middle_x = 0.5 * (size.width - 1.0) - part.x;  // exact, as all whole numbers and halves here
    middle_y = 0.5 * (size.height - 1.0) - part.y;
    c = header.c;
  }

  /// The point of a pixel relative to the reference.
  [[nodiscard]] HETEROSCOPE_HD Delta<R> offset(int x, int y) const {
    const Delta<R> upright = scaled(x - middle_x, middle_y - y, step);
    return (turned ? upright * turn : upright) + center;
  }

  /// The value of a pixel, as pixel_value() says; negative where it is not certain, with minus the limit in place of 0.
  [[nodiscard]] HETEROSCOPE_HD double value(int x, int y, int limit, bool smooth) const {
    const Delta<R> away = offset(x, y);
    return found_value(perturb<Julia>(orbit, away, limit), point(away), limit, smooth);
  }

  /// The c of the pixel at that offset.
  [[nodiscard]] HETEROSCOPE_HD Complex<double> point(Delta<R> away) const {
    if constexpr (Julia) return c;
    const Complex<double> at = to_doubles(away);
    return {c.re + at.re, c.im + at.im};
  }

  HETEROSCOPE_HD static double found_value(const Perturbed& found, Complex<double> point, int limit, bool smooth) {
    const double value = pixel_value(found.z, point, found.count, limit, smooth);
    if (!found.undecided) return value;
    return value == 0 ? -static_cast<double>(limit) : -value;
  }
};

}  // namespace heteroscope::mandelbrot
