#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/access_pattern.hpp"
#include "core/model/block_mapping.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

/// A variant whose accesses are known, and what it would be launched for: the GPU variant that is chosen, whoever
/// computes.
struct LensOf {
  const AccessingVariant* variant = nullptr;
  AccessProblem problem;  ///< points into the plan; with no values
};

/// The lens of the stage that does the work; nothing if its GPU variant's accesses are not known. `execution` chooses
/// the variant and its block. `plan` must outlive the result.
std::optional<LensOf> lens_of(const Plan& plan, const Execution& execution);
/// Whether the accesses of any variant of that stage are known: a person's files among them.
bool has_lens(const Workload& workload);
/// The variants of that stage whose accesses are known; empty where there is none.
std::vector<const AccessingVariant*> lens_variants(const Plan& plan);
/// Whether that stage has a GPU variant of that id.
bool has_gpu_variant(const Plan& plan, std::string_view variant);
/// `execution`, with this GPU variant of that stage.
Execution with_lens_variant(const Plan& plan, Execution execution, std::string_view variant);
/// Why there is nothing to look at: one line; empty where there is.
std::string why_no_lens(const Plan& plan, const Execution& execution);

/// Instructions of one warp that do the same to the same array.
struct LensGroup {
  Access access = Access::global_load;
  std::string array;
  Manner manner = Manner::plain;
  int instructions = 0;
  double wanted_bytes = 0;  ///< by all of them; what several lanes of one want counts once
  int sectors = 0;          ///< of all of them
  int passes = 0;           ///< of all of them
  WarpAccess worst;         ///< the one that touches the most sectors, or takes the most passes
  int worst_sectors = 0;
  int worst_passes = 0;

  [[nodiscard]] double sectors_each() const { return static_cast<double>(sectors) / instructions; }
  [[nodiscard]] double passes_each() const { return static_cast<double>(passes) / instructions; }
  /// The share of the bytes that memory moves that lanes use.
  [[nodiscard]] double used() const;
};

/// A cell that a lane reads, of an array that is a picture.
struct LensRead {
  int lane = 0;
  int x = 0, y = 0;
};

/// What the warp that computes a cell does in that step.
struct Lens {
  AccessLaunch launch;
  WarpPlace place;
  std::vector<LaneCell> cells;    ///< that its lanes compute
  std::vector<LensGroup> groups;  ///< in the order of their first instructions
  std::vector<LensRead> reads;    ///< from global memory, of the array below, each lane and cell once
  std::string read_array;         ///< the first that is read; empty: none
  Size read_size;                 ///< of it
  std::vector<Patch> neighbors;   ///< its cells on the lines of 128 bytes that the reads touch, row by row of the array
};

/// Nothing where nobody computes the cell.
std::optional<Lens> look(const AccessPattern& pattern, int x, int y);

/// A line for each lane of each instruction: what it does to which array, and the bytes that the lane wants.
std::string lens_csv(const AccessPattern& pattern, const WarpPlace& place);

/// "loads input", "adds to counters (shared)".
std::string words_of(const LensGroup& group);
/// The first byte, from the array's beginning, that the worst of its instructions wants.
std::uint64_t first_byte(const LensGroup& group);

/// A sector of 32 bytes that an instruction touches, in words of 4 bytes.
struct TouchedSector {
  std::uint64_t number = 0;    ///< from the array's beginning
  std::array<int, 8> lanes{};  ///< by word: 1 + the first lane that asks for it; 0: nobody does
  [[nodiscard]] std::uint64_t line() const { return number * traffic::sector_bytes / traffic::line_bytes; }
};
std::vector<TouchedSector> touched_sectors(const WarpAccess& access);

/// A word that an instruction wants from a bank of shared memory.
struct BankedWord {
  int bank = 0;
  int turn = 0;  ///< the how-manieth of its bank: 0 is served in the first pass of its part of the warp
  int lane = 0;  ///< the first that asks for it
};
/// The words of the part of the warp that is served together and takes the most passes (a half or a quarter for 8 and
/// 16 bytes).
std::vector<BankedWord> banked_words(const WarpAccess& access);

}  // namespace heteroscope
