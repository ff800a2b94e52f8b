#include "kernels/histogram/private_accesses.hpp"

#include <algorithm>

#include "core/base/ceil_div.hpp"
#include "kernels/histogram/blocks.hpp"
#include "kernels/histogram/counted.hpp"
#include "kernels/histogram/private_cut.hpp"

namespace heteroscope::histogram {
namespace {

/// How the kernel divides a run of values that begins at a multiple of 16 bytes, as an allocation does.
struct PrivateCut {
  bool in_columns;  ///< with ColumnCounters, otherwise with RegisterCounters
  int loads;        ///< of a lane for a tile
  int vector;       ///< values of a load
  int warps;        ///< of a block
  std::int64_t blocks;
  std::int64_t tiles;
  std::int64_t values;

  template <class T, Cut cut>
  static PrivateCut of(const AccessProblem& p, int bins, std::int64_t values) {
    constexpr int tile = tile_size<T, cut.loads>();
    const bool in_columns = bins > RegisterPlaces::most_bins;
    const int for_warp = in_columns ? ColumnPlaces::bytes_a_warp(bins) : RegisterPlaces::bytes_a_warp(bins);
    const std::int64_t blocks = blocks_for(values, p.device.multiprocessors, tile);
    const std::int64_t tiles = values / tile;
    const int warps = warps_of_block(cut, bins, for_warp, p.device.shared_bytes_a_block, tiles, blocks);
    return {in_columns, cut.loads, values_a_load<T>, warps, blocks, tiles, values};
  }

  [[nodiscard]] int threads() const { return warps * warp; }
  [[nodiscard]] std::int64_t tile_values() const { return std::int64_t{warp} * loads * vector; }
  [[nodiscard]] std::int64_t stride() const { return blocks * warps; }
  [[nodiscard]] std::int64_t steps() const { return std::max<std::int64_t>(1, ceil_div(tiles, stride())); }
  /// The index of the first value after the last tile; the last block counts those values.
  [[nodiscard]] std::int64_t rest_begin() const { return tiles * tile_values(); }
  [[nodiscard]] WarpPlace place_of(std::int64_t i) const {
    if (i >= rest_begin()) return {0, blocks - 1, static_cast<int>((i - rest_begin()) % threads()) / warp, steps() - 1};
    const std::int64_t tile = i / tile_values();
    const std::int64_t of_all = tile % stride();
    return {0, of_all / warps, static_cast<int>(of_all % warps), tile / stride()};
  }
};

/// The accesses of one warp in one step.
class PrivateWarp {
 public:
  PrivateWarp(const PrivateCut& cut, const Counted& counted, const BinsOfBlocks& found, const WarpPlace& at)
      : cut_(cut), counted_(counted), found_(found), at_(at), warp_({cut.threads(), 1}, at.warp) {}

  WarpWork play() {
    const std::int64_t tile = at_.step * cut_.stride() + at_.block * cut_.warps + at_.warp;
    if (at_.step == 0) {
      clear_block(warp_, cut_.threads(), padded_bins(counted_.bins()));
      clear_own();
    }
    if (tile < cut_.tiles) {
      count_tile(tile * cut_.tile_values());
      const std::int64_t most = most_in_a_byte / (cut_.loads * cut_.vector);  // tiles that a byte can count
      if (tile + cut_.stride() >= cut_.tiles || (at_.step + 1) % most == 0) empty();
    }
    if (at_.step == cut_.steps() - 1) {
      if (at_.block == cut_.blocks - 1) count_rest();
      add_to_all(warp_, cut_.threads(), counted_, found_, at_.block);
    }
    return warp_.take();
  }

 private:
  /// The first byte of the warp's own counters.
  [[nodiscard]] std::int64_t own() const {
    return padded_bins(counted_.bins()) * 4 + std::int64_t{at_.warp} * ColumnPlaces::bytes_a_warp(counted_.bins());
  }
  [[nodiscard]] int rows() const { return ColumnPlaces::rows(counted_.bins()); }

  void clear_own() {
    if (!cut_.in_columns) return;
    for (int first = 0; first < rows() * (warp / 4); first += warp) {
      warp_.store_shared("block counters", 16, [&](const WarpLane& lane) {
        const int i = first + lane.number;
        return i < rows() * (warp / 4) ? Unit(own() / 16 + i) : Unit();
      });
    }
  }

  void count_tile(std::int64_t first) {
    const auto value = [&](const WarpLane& lane, int part, int i) {
      return first + (std::int64_t{part} * warp + lane.number) * cut_.vector + i;
    };
    for (int part = 0; part < cut_.loads; ++part) {
      warp_.load("input", 16, [&](const WarpLane& lane) { return Unit(value(lane, part, 0) / cut_.vector); });
    }
    for (int part = 0; part < cut_.loads; ++part) {
      for (int i = 0; i < cut_.vector; i += 2) {
        if (cut_.in_columns && counted_.known())
          add_pair([&](const WarpLane& l, int j) { return value(l, part, i + j); });
        for (const WarpLane& lane : warp_.lanes()) {
          counted_.count(warp_, lane, value(lane, part, i));
          counted_.count(warp_, lane, value(lane, part, i + 1));
        }
      }
    }
  }

  /// The accesses of ColumnCounters::add().
  template <class ValueOf>
  void add_pair(ValueOf value) {
    for (const Access access : {Access::shared_load, Access::shared_store}) {
      for (const int j : {0, 1}) {
        warp_.record(access, "block counters", 1, [&](const WarpLane& lane) {
          const auto bin = static_cast<unsigned>(counted_.bin(value(lane, j)));
          return Unit(own() + lane.number * 4 + ColumnPlaces::place(bin));
        });
      }
    }
  }

  /// The accesses of empty_into() of either kind of counters.
  void empty() {
    if (!cut_.in_columns) {
      warp_.record(Access::shared_atomic, "block counters", 4, [](const WarpLane& lane) {
        return lane.number < RegisterPlaces::most_bins ? Unit(lane.number) : Unit();
      });
      return;
    }
    for (int first = 0; first < rows(); first += warp) {
      const auto if_row = [&](const WarpLane& lane, auto unit) {
        const int row = first + lane.number;
        return row < rows() ? Unit(unit(row)) : Unit();
      };
      for (int i = 0; i < warp; ++i) {
        warp_.load_shared("block counters", 4, [&](const WarpLane& lane) {
          return if_row(lane, [&](int row) { return own() / 4 + row * warp + (lane.number + i) % warp; });
        });
      }
      for (const int i : {0, 1, 2, 3}) {
        warp_.record(Access::shared_atomic, "block counters", 4,
                     [&](const WarpLane& lane) { return if_row(lane, [&](int row) { return 4 * row + i; }); });
      }
    }
    clear_own();
  }

  void count_rest() {
    for (std::int64_t first = cut_.rest_begin(); first < cut_.values; first += cut_.threads()) {
      count_each(warp_, counted_, Access::shared_atomic, "block counters", 4, [&](const WarpLane& lane) {
        const std::int64_t i = first + lane.thread;
        return i < cut_.values ? Unit(i) : Unit();
      });
    }
  }

  const PrivateCut& cut_;
  const Counted& counted_;
  const BinsOfBlocks& found_;
  WarpPlace at_;
  WarpRecorder warp_;
};

}  // namespace

AccessPattern private_accesses(const AccessProblem& p) {
  const Counted counted(p);
  const PrivateCut cut = with_value_type(p.precision, [&]<class T>() {
    return counted.bins() <= RegisterPlaces::most_bins
               ? PrivateCut::of<T, register_cut>(p, counted.bins(), counted.values())
               : PrivateCut::of<T, column_cut>(p, counted.bins(), counted.values());
  });
  const BinsOfBlocks found(counted, cut.blocks, [cut](std::int64_t i) { return cut.place_of(i).block; });
  AccessPattern out = counted.pattern();
  out.launches = {{.label = "count",
                   .columns = static_cast<int>(cut.blocks),
                   .rows = 1,
                   .warps = cut.warps,
                   .steps = cut.steps(),
                   .block = {cut.threads(), 1}}};
  const int own_words = cut.in_columns ? cut.warps * ColumnPlaces::bytes_a_warp(counted.bins()) / 4 : 0;
  out.arrays.push_back({"block counters", true, 4, {padded_bins(counted.bins()) + own_words, 1}});
  out.warp_at = [cut, counted](int x, int y) { return cut.place_of(counted.number_of(x, y)); };
  out.work = [cut, counted, found](const WarpPlace& at) { return PrivateWarp(cut, counted, found, at).play(); };
  return out;
}

}  // namespace heteroscope::histogram
