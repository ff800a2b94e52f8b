#pragma once

#include <any>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/access.hpp"
#include "core/types/field_view.hpp"
#include "core/types/types.hpp"

/// The memory instructions of a variant's warps, worked out from the kernels' own address arithmetic; no device is
/// needed. Of loads by way of constant memory (kernel parameters, `__constant__`) there are none here: they have a
/// cache and counters of their own. What a kernel writes for a trace is left out, too.
namespace heteroscope {

/// The problem for which a variant is launched: a whole result, on one GPU.
struct AccessProblem {
  const std::any* parameters = nullptr;
  Size input;  ///< of the source; 0 × 0 where there is none
  Extent output;
  Precision precision = Precision::fp32;  ///< of the input and of what is computed with; not always the output's
  BlockShape block;
  FieldView values;  ///< the input's, on the host, as long as the pattern is asked; `data` is null: they are not known
  int multiprocessors = 132;    ///< of the device, which some launches depend on; by default an NVIDIA H200's
  std::vector<int> tunables{};  ///< values of what the variant declares, in its order; empty: the initial ones
};

/// Where addresses count from: rows without gaps, `size.width` elements each.
struct AccessArray {
  std::string_view name;
  bool shared = false;    ///< one in each block
  int element_bytes = 4;  ///< of one cell
  Size size;              ///< cells; of shared memory that is no rectangle, one row
};

/// One kernel launch.
struct AccessLaunch {
  std::string label;
  int columns = 0;  ///< blocks across and down; block number = row × columns + column
  int rows = 0;
  int warps = 0;            ///< of a block
  std::int64_t steps = 1;   ///< of the warps that walk farthest; others do nothing in their last ones
  BlockShape block{32, 1};  ///< threads
  [[nodiscard]] std::int64_t blocks() const { return std::int64_t{columns} * rows; }
};

/// A warp at one step of its walk. What comes before a kernel's loop belongs to the first step, and what comes after to
/// the launch's last.
struct WarpPlace {
  int launch = 0;
  std::int64_t block = 0;
  int warp = 0;  ///< in its block
  std::int64_t step = 0;
  bool operator==(const WarpPlace&) const = default;
};

/// A cell that a lane computes: of the result, or of the input where AccessPattern::of_input.
struct LaneCell {
  int lane = 0;
  int x = 0, y = 0;
  bool operator==(const LaneCell&) const = default;
};

/// The accesses of a warp in one step.
struct WarpWork {
  std::vector<LaneCell> cells;       ///< whose values the lanes write, or count
  std::vector<WarpAccess> accesses;  ///< in the order of the program; what no lane takes part in is left out
};

/// A variant's launches and what their warps do.
struct AccessPattern {
  std::vector<AccessLaunch> launches;
  std::vector<AccessArray> arrays;
  bool interpreted = false;  ///< from expressions: an instruction of a warp takes some microseconds
  bool of_input = false;     ///< the cells that warp_at() and WarpWork are about are the input's
  /// Who writes this cell's final value; none: nobody does.
  std::function<std::optional<WarpPlace>(int x, int y)> warp_at;
  std::function<WarpWork(const WarpPlace&)> work;

  /// Null for a name that none has.
  [[nodiscard]] const AccessArray* find_array(std::string_view name) const;
};

/// All of a launch's instructions of one kind on one array. For a whole number of blocks looked at they are exact.
struct AccessTotal {
  Access access = Access::global_load;
  std::string_view array;
  Manner manner = Manner::plain;
  double requests = 0;     ///< instructions of warps
  double asked_bytes = 0;  ///< by all lanes
  double sectors = 0;      ///< of global memory
  double passes = 0;       ///< over shared memory
  /// Sectors of global memory, or passes over shared memory, that a request takes.
  [[nodiscard]] double a_request() const {
    return requests > 0 ? (is_shared(access) ? passes : sectors) / requests : 0;
  }
  /// The share of the bytes that memory moves for it that lanes ask for.
  [[nodiscard]] double used() const {
    const double moved = is_shared(access) ? passes * static_cast<double>(traffic::pass_bytes)
                                           : sectors * static_cast<double>(traffic::sector_bytes);
    return moved > 0 ? asked_bytes / moved : 1;
  }
};

/// To be held against a profiler's counters of the launch: sum(global_load)'s requests and sectors against
/// l1tex__t_{requests,sectors}_pipe_lsu_mem_global_op_ld.sum, global_store's against those of op_st, global_atomic's
/// against op_red, since no kernel here wants an atomic's old value; passes over shared memory against
/// l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st,atom}.sum, and its requests against
/// smsp__inst_executed_op_shared_{ld,st,atom}.sum.
struct AccessTotals {
  std::int64_t blocks = 0;
  std::int64_t blocks_looked_at = 0;  ///< fewer: figures are theirs times blocks / blocks_looked_at
  std::vector<AccessTotal> of;        ///< by array, in the order in which they first occur in a block
  /// The sum over all arrays of a kind.
  [[nodiscard]] AccessTotal sum(Access access) const;
};

/// Returns how many of a launch's blocks have so many instructions together, if all warps have as many as a warp of the
/// first block or of the middle one; 64 at least.
std::int64_t blocks_within(const AccessPattern& pattern, int launch, double instructions);

/// The totals of one launch. If it has more than `most_blocks`, one block is examined in each of as many equal parts of
/// the grid, at a different place in each part. It runs in parallel. The result is meaningless once `stop` has been
/// requested.
AccessTotals totals_of(const AccessPattern& pattern, int launch, std::int64_t most_blocks = 2048,
                       const std::stop_token& stop = {});

}  // namespace heteroscope
