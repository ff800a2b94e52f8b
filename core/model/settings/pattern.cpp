#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "core/model/settings/source.hpp"
#include "core/numbers/splitmix.hpp"

namespace heteroscope {
namespace {

constexpr double white = 255;

/// Writes `value(x, y)` of the image's columns and rows everywhere, rows dealt out to the threads.
template <class Value>
void fill_with(const FieldView& field, const Cutout& part, int threads, const Value& value) {
  with_value_type(field.precision, [&]<class T>() {
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int y = 0; y < field.size.height; ++y) {
      T* row = field.row<T>(y);
      for (int x = 0; x < field.size.width; ++x) row[x] = static_cast<T>(value(part.x + x, part.y + y));
    }
  });
}

void gradient(const FieldView& field, const Cutout& part, double, int threads) {
  const int last = std::max(1, part.whole.width - 1);
  fill_with(field, part, threads, [=](int x, int) { return white * x / last; });
}

void checkerboard(const FieldView& field, const Cutout& part, double number, int threads) {
  const int side = static_cast<int>(number);
  fill_with(field, part, threads, [=](int x, int y) { return (x / side + y / side) % 2 == 0 ? 0 : white; });
}

/// cos(π r²/n), n the longer side: along that side the phase grows by π a pixel at the edge, r = n/2. Distances from
/// the center are taken twice, as whole numbers, so that whole turns can be left out without rounding.
void zone_plate(const FieldView& field, const Cutout& part, double, int threads) {
  const std::int64_t width = part.whole.width;
  const std::int64_t height = part.whole.height;
  const std::int64_t turn = 8 * std::max(width, height);
  fill_with(field, part, threads, [=](int x, int y) {
    const std::int64_t right = 2 * std::int64_t{x} - (width - 1);
    const std::int64_t down = 2 * std::int64_t{y} - (height - 1);
    const auto left = static_cast<double>((right * right % turn + down * down % turn) % turn);
    return white / 2 + white / 2 * std::cos(2 * std::numbers::pi * left / static_cast<double>(turn));
  });
}

/// The finishing steps of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
/// 32 random bits of each pixel: a SplitMix64 generator whose seed is mixed first, at the pixel's place in the field.
template <class Value>
void fill_with_bits(const FieldView& field, const Cutout& part, double seed, int threads, const Value& value) {
  const std::uint64_t start = splitmix(static_cast<std::uint64_t>(seed) + splitmix_step);
  const auto width = static_cast<std::uint64_t>(part.whole.width);
  fill_with(field, part, threads, [=](int x, int y) {
    const std::uint64_t place = static_cast<std::uint64_t>(y) * width + static_cast<std::uint64_t>(x);
    return value(splitmix(start + (place + 1) * splitmix_step) >> 32);
  });
}

/// Multiples of 2^-16, all of which fp32 holds: both precisions have the same values.
void noise(const FieldView& field, const Cutout& part, double seed, int threads) {
  constexpr std::uint64_t levels = 255 * 65536 + 1;
  fill_with_bits(field, part, seed, threads,
                 [](std::uint64_t bits) { return static_cast<double>(bits * levels >> 32) / 65536; });
}

void integers(const FieldView& field, const Cutout& part, double seed, int threads) {
  fill_with_bits(field, part, seed, threads, [](std::uint64_t bits) { return static_cast<double>(bits >> 8); });
}

void wide_integers(const FieldView& field, const Cutout& part, double seed, int threads) {
  fill_with_bits(field, part, seed, threads, [](std::uint64_t bits) {
    return static_cast<double>(static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)));
  });
}

void constant(const FieldView& field, const Cutout& part, double number, int threads) {
  fill_with(field, part, threads, [=](int, int) { return number; });
}

constexpr double largest_seed = 4294967295;  // 2^32 - 1

bool always(double) {
  return true;
}
bool never(double) {
  return false;
}
bool if_usual(double number) {
  return number >= 0 && number <= white;
}
bool if_whole(double number) {
  return std::floor(number) == number;
}

constexpr Pattern all[] = {
    {.id = "gradient",
     .label = "Gradient",
     .help = "Grows evenly from 0 at the left to 255 at the right.",
     .fill = gradient},
    {.id = "checkerboard",
     .label = "Checkerboard",
     .help = "Squares with the values 0 and 255; the square at the top left is 0.",
     .number_label = "cell, pixels",
     .minimum = 1,
     .maximum = 65536,
     .initial = 32,
     .whole = true,
     .fits_int32 = always,
     .fill = checkerboard},
    {.id = "zone_plate",
     .label = "Zone plate",
     .help = "Rings that become finer toward the edges, down to two pixels.",
     .fill = zone_plate},
    {.id = "noise",
     .label = "Noise",
     .help = "Random real numbers, evenly distributed over 0 to 255; the same for the same seed.",
     .number_label = "seed",
     .maximum = largest_seed,
     .initial = 1,
     .whole = true,
     .fill = noise},
    {.id = "integers",
     .label = "Random integers",
     .help = "Random whole numbers, evenly distributed over 0 to 16777215; the same for the same seed.",
     .number_label = "seed",
     .maximum = largest_seed,
     .initial = 1,
     .whole = true,
     .fits_int32 = always,
     .usual_range = never,
     .fill = integers},
    {.id = "wide_integers",
     .label = "Wide integers",
     .help = "Random whole numbers, evenly distributed over -2147483648 to 2147483647; the same for the same "
             "seed; fp32 rounds most of them.",
     .number_label = "seed",
     .maximum = largest_seed,
     .initial = 1,
     .whole = true,
     .fits_int32 = always,
     .usual_range = never,
     .fill = wide_integers},
    {.id = "constant",
     .label = "Constant",
     .help = "The same value everywhere.",
     .number_label = "value",
     .minimum = -1e6,
     .maximum = 1e6,
     .initial = 128,
     .fits_int32 = if_whole,
     .usual_range = if_usual,
     .fill = constant},
};

}  // namespace

std::span<const Pattern> patterns() {
  return all;
}

const Pattern* find_pattern(std::string_view id) {
  const auto* found = std::ranges::find(all, id, &Pattern::id);
  return found == std::end(all) ? nullptr : found;
}

Source fitting(Source source, Precision precision) {
  const Pattern* const pattern = find_pattern(source.id);
  if (precision != Precision::int32 || pattern == nullptr) return source;
  if (pattern->fits_int32 != nullptr && pattern->fits_int32(source.number)) return source;
  return {.id = "wide_integers", .number = 1};
}

Parameter number_of(const Pattern& pattern) {
  return {.id = pattern.id,
          .label = pattern.number_label,
          .kind = pattern.whole ? ParameterKind::integer : ParameterKind::real,
          .minimum = pattern.minimum,
          .maximum = pattern.maximum,
          .initial = pattern.initial,
          .help = pattern.help};
}

}  // namespace heteroscope
