#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace heteroscope::device {

/// How a GPU is at a moment. None: it does not say.
struct GpuState {
  std::optional<int> mhz;  ///< of its multiprocessors
  std::optional<int> memory_mhz;
  std::optional<int> celsius;
  std::uint64_t slowed_by = 0;  ///< why its clock is lower than it could be: reasons as bits, see slowdown_text()
};

/// NVIDIA's management library (NVML), which comes with the driver and is loaded when the program runs; where it is not
/// there, nothing is known. It never disturbs what the GPU computes. Its functions: NVML API Reference Guide.
class Management {
 public:
  /// The system's, loaded once.
  static const Management& get();
  /// Another library of that name, for tests.
  explicit Management(const std::string& library);
  ~Management();
  Management(const Management&) = delete;
  Management& operator=(const Management&) = delete;

  /// "580.159.03"; empty where it is not known.
  [[nodiscard]] std::string driver() const;
  /// Of the GPU at that address on the PCI bus.
  [[nodiscard]] GpuState state(const std::string& pci) const;
  /// When the library last looked who uses that GPU, µs since whenever: use() tells what comes after. 0: it does not
  /// say.
  [[nodiscard]] std::uint64_t last_look(const std::string& pci) const;
  /// What all other processes together have used of its multiprocessors since such a look, as a share of that time: 0
  /// to 1. None where the library does not tell processes apart, as on a part of a divided GPU (MIG), or where it does
  /// not see this process among them: within a container processes have other numbers.
  [[nodiscard]] std::optional<double> used_by_others(const std::string& pci, std::uint64_t since) const;

 private:
  struct Functions;
  std::unique_ptr<const Functions> functions_;  ///< null: there is no library
};

/// "0000:3b:00.0": where the GPU in use sits on the PCI bus; empty where there is none.
std::string pci_address();

/// What slows a GPU down that could be faster, in words: "power cap, heat"; empty if nothing does. An idle clock and
/// those that somebody has set are no such reason.
std::string slowdown_text(std::uint64_t reasons);

}  // namespace heteroscope::device
