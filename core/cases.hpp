#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/settings.hpp"

namespace heteroscope {

/// Which cases are wanted; what is empty stands for all.
struct CaseFilter {
  std::optional<Processor> processor;
  std::optional<Precision> precision;
  std::vector<std::string> variants;  ///< ids, or "stage=id"
};

/// Sizes that are multiples of nothing, and single rows and columns.
inline constexpr Size odd_sizes[] = {{203, 117}, {64, 1}, {1, 37}, {33, 65}};

/// Every way to compute the workload that should give the reference's result: each variant of each stage × precision ×
/// what its knobs allow (threads; mapping × block × memory kind, on the GPU alone and in several splits), over the
/// workload's default parameters, its scenes and the other value of each boolean parameter. The whole product is taken
/// at the defaults and the first size; elsewhere each knob is tried at a few values. Scenes that would take the
/// reference more than about a second at a size are left out at that size. Whether the device can run a case is for
/// plan() to say.
std::vector<Settings> conformance_cases(const Workload& workload, std::span<const Size> sizes,
                                        const CaseFilter& filter = {});

/// The reference of a case: same parameters, precision and size, computed by the reference variants on the CPU.
Settings reference_of(const Settings& settings, const Workload& workload);

/// "heteroscope render WORKLOAD …": what reproduces the settings' values on the command line (colors left out).
std::string command_line_of(const Settings& settings, const Workload& workload);

}  // namespace heteroscope
