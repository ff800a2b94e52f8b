#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace heteroscope::device {

/// The state of a GPU at one moment. A member is empty if the driver does not report it.
struct GpuState {
  std::optional<int> mhz;  ///< of its multiprocessors
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
  /// The state of the GPU with that address on the PCI bus.
  [[nodiscard]] GpuState state(const std::string& pci) const;
  /// When the library last looked who uses that GPU, µs since whenever: use() tells what comes after. 0: it does not
  /// say.
  [[nodiscard]] std::uint64_t last_look(const std::string& pci) const;
  /// The share of the time since such a look, 0 to 1, in which all other processes together have used its
  /// multiprocessors. None if the library does not distinguish processes, as on a part of a divided GPU (MIG), or if it
  /// does not list this process: within a container processes have other numbers.
  [[nodiscard]] std::optional<double> used_by_others(const std::string& pci, std::uint64_t since) const;

 private:
  struct Functions;
  std::unique_ptr<const Functions> functions_;  ///< null: there is no library
};

/// "0000:3b:00.0": where the GPU in use sits on the PCI bus; empty where there is none.
std::string pci_address();

/// The reasons why a GPU's clock is lower than it could be, in words: "power cap, heat"; empty if there are none. An
/// idle clock, and limits that somebody has set, do not count.
std::string slowdown_text(std::uint64_t reasons);

}  // namespace heteroscope::device
