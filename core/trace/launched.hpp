#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "core/trace/trace.hpp"

namespace heteroscope {

/// A kernel among those that were launched by kernels, or launched some (dynamic parallelism). It is not over before
/// all are over that it launched.
struct NestedKernel {
  std::uint32_t number = 0;    ///< TracedLaunch::grid
  std::uint32_t launched = 0;  ///< kernels that it launched itself
  int depth = 0;               ///< 0: the host launched it
  std::uint64_t start_ns = 0;  ///< of its first block
  std::uint64_t end_ns = 0;    ///< of its last block
  std::uint64_t done_ns = 0;   ///< of the last block of all that it launched and they launched

  /// The time from its last block's end until everything that it launched has ended.
  [[nodiscard]] std::uint64_t idle_ns() const { return done_ns - end_ns; }
};

/// The passes in which kernels launched others.
std::set<std::uint32_t> nested_passes(const Trace& trace);

/// A pass's kernels, a parent ahead of those that it launched; none where no kernel launched another. Kernels of which
/// no block left a record are left out.
std::vector<NestedKernel> nested_kernels(const Trace& trace, std::uint32_t pass);

/// How kernels that launched others spent their time.
struct Nesting {
  int kernels = 0;
  int parents = 0;  ///< that launched others
  double idle = 0;  ///< share of the parents' time, each from its start until all that it launched was over
};
Nesting nesting_of(const std::vector<NestedKernel>& kernels);

}  // namespace heteroscope
