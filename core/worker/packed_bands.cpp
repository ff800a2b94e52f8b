#include "core/worker/packed_bands.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

#include "core/base/parallel.hpp"
#include "core/io/share_out.hpp"

namespace heteroscope {
namespace {

constexpr int quickest = 1;          ///< of zstd's levels
constexpr std::size_t block = 1024;  ///< values

/// Calls work<T>() with the whole number that is as large as a value.
template <class Work>
void with_number_of(Precision precision, Work work) {
  if (bytes_of(precision) == sizeof(std::uint64_t)) return work.template operator()<std::uint64_t>();
  work.template operator()<std::uint32_t>();
}

/// Makes one of zstd's contexts where it is first needed. Throws std::bad_alloc.
template <class Context, class Create>
void make(Context& context, Create create) {
  if (context == nullptr) context.reset(create());
  if (context == nullptr) throw std::bad_alloc();
}

/// Writes the lowest bytes of the values' differences, then the next ones, and so on. A block of them is done at a
/// time, whose differences stay near; both loops have nothing that one turn hands to the next, so that the compiler
/// makes vectors of them.
template <class T>
void to_planes(std::span<const std::uint8_t> from, std::uint8_t* to) {
  const std::size_t count = from.size() / sizeof(T);
  std::array<T, block + 1> values{};
  std::array<T, block> differences{};
  for (std::size_t begin = 0; begin < count; begin += block) {
    const std::size_t here = std::min(block, count - begin);
    std::memcpy(values.data() + 1, from.data() + begin * sizeof(T), here * sizeof(T));
    for (std::size_t i = 0; i < here; ++i) differences[i] = values[i + 1] - values[i];
    values[0] = values[here];
    for (std::size_t plane = 0; plane < sizeof(T); ++plane) {
      std::uint8_t* const bytes = to + plane * count + begin;
      for (std::size_t i = 0; i < here; ++i) bytes[i] = static_cast<std::uint8_t>(differences[i] >> (8 * plane));
    }
  }
}

template <class T>
void from_planes(const std::uint8_t* from, std::span<std::uint8_t> to) {
  const std::size_t count = to.size() / sizeof(T);
  std::array<T, block> values{};
  T last = 0;
  for (std::size_t begin = 0; begin < count; begin += block) {
    const std::size_t here = std::min(block, count - begin);
    values.fill(0);
    for (std::size_t plane = 0; plane < sizeof(T); ++plane) {
      const std::uint8_t* const bytes = from + plane * count + begin;
      for (std::size_t i = 0; i < here; ++i) values[i] |= static_cast<T>(static_cast<T>(bytes[i]) << (8 * plane));
    }
    for (std::size_t i = 0; i < here; ++i) last = values[i] += last;
    std::memcpy(to.data() + begin * sizeof(T), values.data(), here * sizeof(T));
  }
}

}  // namespace

std::size_t band_bytes_for(std::uint64_t window) {
  constexpr std::uint64_t in_window = 4;
  constexpr std::uint64_t step = 1 << 12;  // a whole number of values
  constexpr std::uint64_t least = 1 << 14;
  if (window == 0) return band_bytes;
  return std::clamp<std::uint64_t>(window / in_window / step * step, least, band_bytes);
}

/// Leaves the values as they are where packing makes them no shorter.
void BandPacker::pack(Band& band, Precision precision, Lane& lane, std::vector<std::uint8_t>& into) {
  make(lane.context, ZSTD_createCCtx);
  lane.planes.resize(band.values.size());
  with_number_of(precision, [&]<class T>() { to_planes<T>(band.values, lane.planes.data()); });
  into.resize(ZSTD_compressBound(lane.planes.size()));
  const std::size_t size =
      ZSTD_compressCCtx(lane.context.get(), into.data(), into.size(), lane.planes.data(), lane.planes.size(), quickest);
  band.packed = ZSTD_isError(size) == 0 && size < band.values.size();
  if (band.packed) band.values = std::span(into).first(size);
}

std::span<const Band> BandPacker::next(std::uint32_t field, std::uint64_t offset, std::span<const std::uint8_t> values,
                                       Precision precision, bool packed, std::size_t most) {
  constexpr std::size_t of_each_thread = 2;
  const int threads = packed ? all_threads() : 1;
  const std::size_t left = (values.size() - offset + most - 1) / most;
  bands_.resize(std::min(left, static_cast<std::size_t>(threads) * of_each_thread));
  for (std::size_t i = 0; i < bands_.size(); ++i) {
    const std::uint64_t begin = offset + i * most;
    const std::span own = values.subspan(begin, std::min<std::size_t>(most, values.size() - begin));
    bands_[i] = {.field = field, .offset = begin, .bytes = own.size(), .packed = false, .values = own};
  }
  if (!packed) return bands_;
  lanes_.resize(std::max(lanes_.size(), static_cast<std::size_t>(threads)));
  packed_.resize(std::max(packed_.size(), bands_.size()));
  share_out(static_cast<int>(bands_.size()), threads, [&](int index, int thread) {
    const auto i = static_cast<std::size_t>(index);
    pack(bands_[i], precision, lanes_[static_cast<std::size_t>(thread)], packed_[i]);
  });
  return bands_;
}

void BandUnpacker::unpack(const Band& band, Precision precision, std::span<std::uint8_t> into) {
  if (!band.packed) {
    if (band.values.size() != into.size()) throw WireReader::damaged();
    std::ranges::copy(band.values, into.begin());
    return;
  }
  if (into.size() > band_bytes || into.size() % bytes_of(precision) != 0) throw WireReader::damaged();
  make(context_, ZSTD_createDCtx);
  planes_.resize(into.size());
  const std::size_t size =
      ZSTD_decompressDCtx(context_.get(), planes_.data(), planes_.size(), band.values.data(), band.values.size());
  if (ZSTD_isError(size) != 0 || size != planes_.size()) throw WireReader::damaged();
  with_number_of(precision, [&]<class T>() { from_planes<T>(planes_.data(), into); });
}

}  // namespace heteroscope
