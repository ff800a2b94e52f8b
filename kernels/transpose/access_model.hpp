#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/variant.hpp"

namespace heteroscope::transpose {

/// What an instruction of a warp does.
enum class Access { global_load, global_store, shared };

/// One memory instruction of one warp: the byte addresses of its active lanes in their order (lanes that are switched
/// off come last and are left out), and the bytes that each touches from there: 4, 8 or 16.
struct WarpAccess {
  Access access = Access::global_load;
  int bytes = 4;
  std::vector<std::uint64_t> addresses;
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
int sectors_touched(std::span<const std::uint64_t> addresses, int bytes);

/// Passes over shared memory that a warp's instruction takes. There are 32 banks of 4 bytes, successive words lie in
/// successive banks, and in one pass each bank serves one word, to any number of lanes (CUDA C++ Programming Guide,
/// "Shared Memory" of compute capability 5.x and later). So 32 lanes of 4 bytes take as many passes as the bank with
/// the most different words. A pass carries 128 bytes at most: lanes of 8 bytes are served by half-warps and lanes of
/// 16 by quarter-warps, one after the other (the guide's section on compute capability 2.x says so of 64-bit accesses;
/// that later ones do the same is taken for granted here).
int shared_passes(std::span<const std::uint64_t> addresses, int bytes);

/// The three efficiencies of the profiler nvprof ("gld_efficiency", "gst_efficiency", "shared_efficiency": requested
/// over required throughput), from the addresses of all instructions instead of counters:
///
///   global load, global store: bytes that lanes ask for / (sectors touched × 32 bytes)
///   shared: bytes that lanes ask for / (passes × 128 bytes), over loads and stores together
///
/// Sectors are counted for each instruction by itself: caches may save transfers that this model counts, and do where
/// neighboring warps touch the rest of a sector soon.
Efficiencies efficiencies(std::span<const WarpAccess> instructions);

/// As a variant's model reports them.
std::vector<ModelFigure> figures(const Efficiencies& efficiencies);

}  // namespace heteroscope::transpose
