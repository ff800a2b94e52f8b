#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/device/limits/occupancy.hpp"

namespace heteroscope::device {

/// A GPU's compute capability: 8.6.
struct Capability {
  int major = 0, minor = 0;
  auto operator<=>(const Capability&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// "8.6".
std::string text(Capability capability);
/// "8.6"; nothing where it is written in another way.
std::optional<Capability> capability_in(std::string_view words);

/// The facts that hold for every GPU of a compute capability. Sources: CUDA C++ Programming Guide, "Technical
/// Specifications per Compute Capability" and "Arithmetic Instructions" (operations a cycle and multiprocessor), and
/// the tuning guides of the architectures.
struct CapabilityFacts {
  Capability of;
  int fp32_lanes = 0;     ///< multiply-adds in fp32 that a multiprocessor begins in a cycle
  int fp32_per_fp64 = 1;  ///< how many times fewer in fp64
  MultiprocessorLimits multiprocessor;
  std::size_t shared_bytes_per_block = 0;  ///< where a kernel asks for more than the usual 48 KiB
  bool clusters = false;                   ///< thread block clusters with distributed shared memory
};

/// All that are known, the oldest first.
std::span<const CapabilityFacts> known_capabilities();
/// Null for an unknown capability.
const CapabilityFacts* find_capability(Capability capability);

}  // namespace heteroscope::device
