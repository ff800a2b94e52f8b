#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/device/cpu/cpu_state.hpp"
#include "core/device/management.hpp"

namespace heteroscope {

/// Clock and temperature of a processor, sampled between runs.
struct ClockFigures {
  std::optional<int> least_mhz, most_mhz;
  std::optional<int> hottest_celsius;
  std::uint64_t slowed_by = 0;                          ///< of a GPU: device::slowdown_text() says it in words
  std::optional<long> first_slowdowns, last_slowdowns;  ///< of a CPU: of a count that only grows
  bool operator==(const ClockFigures&) const = default;

  void add(const device::GpuState& now);
  void add(const CpuState& now);
  /// By how much the clock varied: from the least to the most, as a share of the least; none if that is unknown.
  [[nodiscard]] std::optional<double> moved() const;
  /// Why it was slower than it could be; empty if it was not, or if nobody says.
  [[nodiscard]] std::string slowdown() const;

 private:
  void add(std::optional<int> mhz);
};

/// Looks at the processors of a row between its runs.
class ClockWatch {
 public:
  /// The GPU of that number, as it is now.
  void look_at_gpu(int number, ClockFigures& figures);
  /// The address of that GPU on the PCI bus; empty if it is unknown.
  const std::string& address_of(int number);

 private:
  std::optional<int> known_;  ///< the GPU whose address that is
  std::string address_;
};

}  // namespace heteroscope
