#pragma once

#include <array>
#include <cstddef>

#include "core/device/limits/launches.hpp"
#include "core/types/types.hpp"

namespace heteroscope::device {

/// The resources of a multiprocessor, which its resident blocks divide among them.
struct MultiprocessorLimits {
  int threads = 2048;
  int blocks = 32;
  int registers = 65536;
  std::size_t shared_bytes = 0;
  std::size_t reserved_shared = 0;  ///< bytes that each block takes beside its own
  std::size_t shared_unit = 128;    ///< bytes; a block's shared memory is a multiple of it
};

/// The resource that limits the number of resident blocks.
enum class OccupancyLimit { threads, blocks, registers, shared_memory };

/// How many blocks of a kernel a multiprocessor holds at most, and which resource is the limit.
struct Occupancy {
  int blocks = 0;
  double share = 0;                                ///< of the threads that the multiprocessor can hold
  OccupancyLimit limit = OccupancyLimit::threads;  ///< the first that is reached
  std::array<int, 4> by{};                         ///< blocks, were each limit the only one, by OccupancyLimit
};

/// The occupancy for blocks with so many threads and so much dynamic shared memory; `blocks` is 0 if none fits. Rules:
/// CUDA C++ Programming Guide, "Hardware Multithreading"; registers are allocated to warps in units of 256 in each of
/// the multiprocessor's four parts (CUDA Occupancy Calculator, compute capability 5.0 and later).
Occupancy occupancy(const KernelNeeds& needs, int threads, std::size_t dynamic_shared,
                    const MultiprocessorLimits& limits);

}  // namespace heteroscope::device

namespace heteroscope {
template <>
inline constexpr std::array<IdTable<device::OccupancyLimit>, 4> ids<device::OccupancyLimit>{
    {{device::OccupancyLimit::threads, "threads"},
     {device::OccupancyLimit::blocks, "blocks"},
     {device::OccupancyLimit::registers, "registers"},
     {device::OccupancyLimit::shared_memory, "shared memory"}}};
}  // namespace heteroscope
