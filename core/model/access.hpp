#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/model/capabilities/accesses.hpp"

namespace heteroscope {

/// The units in which memory moves data.
namespace traffic {
inline constexpr std::uint64_t sector_bytes = 32;  ///< of global memory
inline constexpr std::uint64_t line_bytes = 128;   ///< of its caches
inline constexpr std::uint64_t word_bytes = 4;     ///< of shared memory, from one bank
inline constexpr std::uint64_t banks = 32;
inline constexpr std::uint64_t pass_bytes = banks * word_bytes;
}  // namespace traffic

/// The kind of a warp's memory instruction.
enum class Access { global_load, global_store, global_atomic, shared_load, shared_store, shared_atomic };
inline constexpr std::size_t access_kinds = 6;

constexpr bool is_shared(Access access) {
  return access >= Access::shared_load;
}

/// Special kinds of memory instructions.
enum class Manner {
  plain,
  increment,  ///< an atomic addition of the constant 1 to shared memory that nobody wants the old value of
};

/// A lane that takes part in an instruction, and the first byte that it touches.
struct LaneAddress {
  int lane = 0;
  std::uint64_t address = 0;
  bool operator==(const LaneAddress&) const = default;
};

/// One memory instruction of one warp. Addresses count from the beginning of the array, which is at a multiple of 256
/// bytes in global memory, as every allocation is, and of 128 bytes (all banks) in shared memory.
struct WarpAccess {
  Access access = Access::global_load;
  std::string_view array;  ///< "input", "result", "tile": an AccessArray of the pattern
  int bytes = 4;           ///< that each lane touches: 1, 4, 8 or 16
  Manner manner = Manner::plain;
  std::vector<LaneAddress> lanes;  ///< those that are not switched off, by their numbers
};

/// Percentages; none where no instruction does such a thing.
struct Efficiencies {
  std::optional<double> global_load;
  std::optional<double> global_store;
  std::optional<double> shared;
};

/// Sectors of global memory that the lanes touch. A sector is 32 bytes, the unit of every transfer to and from global
/// memory (CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory": a warp's accesses become as many 32-byte
/// transactions as are needed to serve all of its threads).
int sectors_touched(std::span<const LaneAddress> lanes, int bytes);

/// Passes over shared memory that a warp's load or store takes. There are 32 banks of 4 bytes, successive words lie in
/// successive banks, and in one pass each bank serves one word, to any number of lanes (CUDA C++ Programming Guide,
/// "Shared Memory" of compute capability 5.x and later). So 32 lanes of 4 bytes take as many passes as the bank with
/// the most different words. A pass carries 128 bytes at most: lanes of 8 bytes are served by half-warps and lanes of
/// 16 by quarter-warps, one after the other (the guide's section on compute capability 2.x says so of 64-bit accesses;
/// counters of an H200 say the same, but for 8 bytes that every two neighbors, or all lanes, have in common: those take
/// one pass there, which no kernel here makes use of).
int shared_passes(std::span<const LaneAddress> lanes, int bytes);

/// The passes of an atomic operation on shared memory, for which a bank serves one lane a pass: lanes of a warp that
/// change the same word do so one after the other (CUDA C++ Programming Guide, "SIMT Architecture": if an atomic
/// instruction of a warp changes the same location for more than one of its threads, each of these changes occurs and
/// they are serialized; counters of an H200 confirm it). Increments by 1 are different: for these a device counts the
/// lanes of a word (the instruction ATOMS.POPC.INC) and takes the passes of a load.
int atomic_passes(std::span<const LaneAddress> lanes, int bytes);

/// The passes of any instruction to shared memory; 0 for global memory.
int passes_of(const WarpAccess& access);

/// Sectors that an instruction to global memory asks for; 0 of one to shared memory.
int sectors_of(const WarpAccess& access);

/// The three efficiencies of the profiler nvprof ("gld_efficiency", "gst_efficiency", "shared_efficiency": requested
/// over required throughput), from the addresses of all instructions instead of counters:
///
///   global load, global store: bytes that lanes ask for / (sectors touched × 32 bytes)
///   shared: bytes that lanes ask for / (passes × 128 bytes), over loads and stores together
///
/// Sectors are counted for each instruction by itself: caches may save transfers that this model counts, and do where
/// neighboring warps touch the rest of a sector soon. Atomic operations are left out.
Efficiencies efficiencies(std::span<const WarpAccess> instructions);

/// As tables have them.
std::vector<ModelFigure> figures(const Efficiencies& efficiencies);

}  // namespace heteroscope
