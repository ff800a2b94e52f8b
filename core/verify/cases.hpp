#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/verify/case.hpp"

namespace heteroscope {

/// Which cases are wanted; what is empty stands for all.
struct CaseFilter {
  std::optional<Processor> processor;
  std::optional<Precision> precision;
  std::vector<std::string> variants;  ///< ids, or "stage=id"
  int gpus = 1;  ///< that there are: with more than one, cases share a result among participants of theirs
};

/// Sizes for the whole product of settings: multiples of nothing, and single rows and columns.
inline constexpr Size odd_sizes[] = {{203, 117}, {64, 1}, {1, 37}, {33, 65}};
/// Sizes that take the other side of kernels' conditions: rows that begin at 16 and at 128 bytes' boundaries, wide and
/// high enough for inner parts without a border. Workloads name what is beyond these (`Workload::verify cases`).
inline constexpr Size aligned_sizes[] = {{256, 192}, {1024, 40}, {68, 520}};

/// A size that people have, at which a person's own files are compared, too: a counter of 16 bits overflows there, and
/// a file that is right for few values alone may show it.
inline constexpr Size large_size{1025, 1023};
/// Sizes for such files alone: more than three million values, and more columns than a buffer of 2048 has; columns and
/// rows whose numbers have more than 16 bits.
inline constexpr Size far_sizes[] = {{2309, 1409}, {65536, 3}, {3, 65536}};
/// The side of a result whose size a parameter sets, for the same.
inline constexpr int far_side = 2050;

/// Cases, and those that were left out: for the time that they would take, or since variants need not agree.
struct Cases {
  std::vector<Case> cases;
  std::vector<std::pair<std::string, int>> left_out;  ///< why, and how many
};

/// Every way to compute the workload that should give the reference's result: each variant of each stage × precision ×
/// what its knobs allow (threads; mapping × block × memory kind, on the GPU alone and in several splits), over the
/// workload's default parameters, its scenes, its verify cases and the other value of each switch. The whole product is
/// taken at the defaults and the first size, with every route; elsewhere each knob is tried at a few values. Where
/// there are several GPUs, two, three and five participants share the result unevenly, with and without the CPU.
/// A person's own files are compared at the large size and at the far ones, too. Without `sizes` these are the odd and
/// the aligned ones; with them they alone, whatever the reference takes for them, and the size's parameter is set to
/// them. Whether the device can run a case is for plan() to say.
Cases conformance_cases(const Workload& workload, std::span<const Size> sizes, const CaseFilter& filter = {});

}  // namespace heteroscope
