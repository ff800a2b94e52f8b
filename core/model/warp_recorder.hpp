#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/access_pattern.hpp"
#include "core/types/warp.hpp"

namespace heteroscope {

/// A thread of a warp: `number` in the warp, `thread` in the block, and its place there.
struct WarpLane {
  int number = 0;
  int thread = 0;
  int x = 0, y = 0;
};

/// Plays a warp's kernel, instruction by instruction, for all of its lanes together. Threads of a block are counted
/// along x first (CUDA C++ Programming Guide, "Thread Hierarchy").
class WarpRecorder {
 public:
  WarpRecorder(BlockShape block, int warp) {
    for (int i = 0; i < lanes_of_a_warp; ++i) {
      const int thread = warp * lanes_of_a_warp + i;
      if (thread < block.threads()) lanes_.push_back({i, thread, thread % block.x, thread / block.x});
    }
  }

  [[nodiscard]] const std::vector<WarpLane>& lanes() const { return lanes_; }

  /// An instruction. `where(lane)`: the std::optional<std::int64_t> number of the unit of `bytes` bytes, counted from
  /// the array's beginning, that the lane touches; none: it is switched off.
  template <class Where>
  void record(Access access, std::string_view array, int bytes, Where where, Manner manner = Manner::plain) {
    WarpAccess out{.access = access, .array = array, .bytes = bytes, .manner = manner, .lanes = {}};
    for (const WarpLane& lane : lanes_) {
      const std::optional<std::int64_t> unit = where(lane);
      if (unit) out.lanes.push_back({lane.number, static_cast<std::uint64_t>(*unit) * static_cast<unsigned>(bytes)});
    }
    if (!out.lanes.empty()) work_.accesses.push_back(std::move(out));
  }
  template <class Where>
  void load(std::string_view array, int bytes, Where where) {
    record(Access::global_load, array, bytes, where);
  }
  template <class Where>
  void store(std::string_view array, int bytes, Where where) {
    record(Access::global_store, array, bytes, where);
  }
  template <class Where>
  void load_shared(std::string_view array, int bytes, Where where) {
    record(Access::shared_load, array, bytes, where);
  }
  template <class Where>
  void store_shared(std::string_view array, int bytes, Where where) {
    record(Access::shared_store, array, bytes, where);
  }

  void computes(const WarpLane& lane, int x, int y) { work_.cells.push_back({lane.number, x, y}); }

  [[nodiscard]] WarpWork take() { return std::move(work_); }

 private:
  std::vector<WarpLane> lanes_;
  WarpWork work_;
};

using Unit = std::optional<std::int64_t>;  ///< what WarpRecorder::record() asks for

}  // namespace heteroscope
