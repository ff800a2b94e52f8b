#include "core/worker/packed_bands.hpp"

#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "core/base/parallel.hpp"
#include "core/io/share_out.hpp"

namespace heteroscope {
namespace {

constexpr int quickest = 1;  ///< of zstd's levels

/// Calls work<T>() with the whole number that is as large as a value.
template <class Work>
void with_number_of(Precision precision, Work work) {
  if (bytes_of(precision) == sizeof(std::uint64_t)) return work.template operator()<std::uint64_t>();
  work.template operator()<std::uint32_t>();
}

template <class T>
void to_planes(std::span<const std::uint8_t> from, std::uint8_t* to) {
  const std::size_t count = from.size() / sizeof(T);
  T before = 0;
  for (std::size_t i = 0; i < count; ++i) {
    T value = 0;
    std::memcpy(&value, from.data() + i * sizeof(T), sizeof(T));
    const T difference = value - before;
    before = value;
    for (std::size_t plane = 0; plane < sizeof(T); ++plane)
      to[plane * count + i] = static_cast<std::uint8_t>(difference >> (8 * plane));
  }
}

template <class T>
void from_planes(const std::uint8_t* from, std::span<std::uint8_t> to) {
  const std::size_t count = to.size() / sizeof(T);
  T value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    T difference = 0;
    for (std::size_t plane = 0; plane < sizeof(T); ++plane)
      difference |= static_cast<T>(static_cast<T>(from[plane * count + i]) << (8 * plane));
    value += difference;
    std::memcpy(to.data() + i * sizeof(T), &value, sizeof(T));
  }
}

/// The values in the shorter of both forms.
void fill(Band& band, std::span<const std::uint8_t> values, Precision precision, bool packed) {
  band.bytes = values.size();
  if (packed) {
    std::vector<std::uint8_t> planes(values.size());
    with_number_of(precision, [&]<class T>() { to_planes<T>(values, planes.data()); });
    band.values.resize(ZSTD_compressBound(planes.size()));
    const std::size_t size =
        ZSTD_compress(band.values.data(), band.values.size(), planes.data(), planes.size(), quickest);
    band.packed = ZSTD_isError(size) == 0 && size < values.size();
    if (band.packed) band.values.resize(size);
  }
  if (!band.packed) band.values.assign(values.begin(), values.end());
}

}  // namespace

std::size_t band_bytes_for(std::uint64_t window) {
  constexpr std::uint64_t in_window = 4;
  constexpr std::uint64_t step = 1 << 12;  // a whole number of values
  constexpr std::uint64_t least = 1 << 14;
  if (window == 0) return band_bytes;
  return std::clamp<std::uint64_t>(window / in_window / step * step, least, band_bytes);
}

std::vector<Band> bands_of(std::uint32_t field, std::uint64_t offset, std::span<const std::uint8_t> values,
                           Precision precision, bool packed, std::size_t most) {
  const int threads = packed ? all_threads() : 1;
  const std::size_t left = (values.size() - offset + most - 1) / most;
  std::vector<Band> out(std::min(left, static_cast<std::size_t>(threads)));
  share_out(static_cast<int>(out.size()), threads, [&](int index, int) {
    Band& band = out[static_cast<std::size_t>(index)];
    band.field = field;
    band.offset = offset + static_cast<std::size_t>(index) * most;
    fill(band, values.subspan(band.offset, std::min(most, values.size() - band.offset)), precision, packed);
  });
  return out;
}

void unpack(const Band& band, Precision precision, std::span<std::uint8_t> into) {
  if (!band.packed) {
    if (band.values.size() != into.size()) throw WireReader::damaged();
    std::ranges::copy(band.values, into.begin());
    return;
  }
  if (into.size() > band_bytes || into.size() % bytes_of(precision) != 0) throw WireReader::damaged();
  std::vector<std::uint8_t> planes(into.size());
  const std::size_t size = ZSTD_decompress(planes.data(), planes.size(), band.values.data(), band.values.size());
  if (ZSTD_isError(size) != 0 || size != planes.size()) throw WireReader::damaged();
  with_number_of(precision, [&]<class T>() { from_planes<T>(planes.data(), into); });
}

}  // namespace heteroscope
