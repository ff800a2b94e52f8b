#include "core/io/png/png_filter.hpp"

#include <algorithm>

// Source of the filters: https://www.w3.org/TR/png-3/#9Filter-types
namespace heteroscope {
namespace {

using Byte = std::uint8_t;

constexpr std::size_t pixel = 4;  // bytes

// The predictors of a byte, from the corresponding bytes of the pixels to the left, above, and to the left of that.
struct None {
  static Byte predict(Byte, Byte, Byte) { return 0; }
};
struct Sub {
  static Byte predict(Byte left, Byte, Byte) { return left; }
};
struct Up {
  static Byte predict(Byte, Byte above, Byte) { return above; }
};
struct Average {
  static Byte predict(Byte left, Byte above, Byte) { return static_cast<Byte>((left + above) / 2); }
};
struct Paeth {
  static Byte predict(Byte left, Byte above, Byte corner) {
    const auto magnitude = [](int value) { return static_cast<std::int16_t>(value < 0 ? -value : value); };
    const std::int16_t to_left = magnitude(above - corner);
    const std::int16_t to_above = magnitude(left - corner);
    const std::int16_t to_corner = magnitude(left + above - 2 * corner);
    const Byte other = to_above <= to_corner ? above : corner;
    return to_left <= to_above && to_left <= to_corner ? left : other;
  }
};

/// Calls `body.operator()<Filter>(number)` for the filter of this number.
template <class Body>
void with_filter(int number, Body&& body) {
  switch (number) {
    case 0:
      return body.template operator()<None>();
    case 1:
      return body.template operator()<Sub>();
    case 2:
      return body.template operator()<Up>();
    case 3:
      return body.template operator()<Average>();
    default:
      return body.template operator()<Paeth>();
  }
}

template <class Filter>
Byte first_pixel(const Byte* row, const Byte* above, std::size_t i) {
  return static_cast<Byte>(row[i] - Filter::predict(0, above[i], 0));
}

template <class Filter>
Byte filtered(const Byte* row, const Byte* above, std::size_t i) {
  return static_cast<Byte>(row[i] - Filter::predict(row[i - pixel], above[i], above[i - pixel]));
}

unsigned magnitude(Byte value) {
  return std::min<Byte>(value, static_cast<Byte>(-value));
}

template <class Filter>
std::uint64_t cost(const Byte* row, const Byte* above, std::size_t bytes) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < pixel; ++i) sum += magnitude(first_pixel<Filter>(row, above, i));
  constexpr std::size_t piece = std::size_t{1} << 16;  // within which 32 bits hold the sum
  for (std::size_t from = pixel; from < bytes; from += piece) {
    const std::size_t to = std::min(from + piece, bytes);
    std::uint32_t part = 0;
    for (std::size_t i = from; i < to; ++i) part += magnitude(filtered<Filter>(row, above, i));
    sum += part;
  }
  return sum;
}

}  // namespace

void filter_png_row(const std::uint8_t* row, const std::uint8_t* above, std::size_t bytes, std::uint8_t* out) {
  int best = 0;
  std::uint64_t least = ~std::uint64_t{0};
  for (int number = 0; number < 5; ++number) {
    with_filter(number, [&]<class Filter>() {
      const std::uint64_t sum = cost<Filter>(row, above, bytes);
      if (sum >= least) return;
      least = sum;
      best = number;
    });
  }
  *out++ = static_cast<Byte>(best);
  with_filter(best, [&]<class Filter>() {
    for (std::size_t i = 0; i < pixel; ++i) out[i] = first_pixel<Filter>(row, above, i);
    for (std::size_t i = pixel; i < bytes; ++i) out[i] = filtered<Filter>(row, above, i);
  });
}

}  // namespace heteroscope
