#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.hpp"

namespace heteroscope::device {

/// The hardware's counters cannot be read here; the message says why, and what would change it.
struct CountersUnavailable : DeviceError {
  using DeviceError::DeviceError;
};

/// Sums over all units of a GPU, by the counter's name ("dram__bytes_read.sum"). A counter that the GPU does not have
/// is not in it.
using Counts = std::map<std::string, double, std::less<>>;

/// The counters' values between begin() and end() of one name; ranges are in the order of their first begin().
struct CountedRange {
  std::string name;
  Counts counts;
};

/// Reads hardware counters of the GPU in use, by way of CUPTI's range profiler, which is loaded when the first object
/// is made. A GPU has room for some counters at a time: the same work is done in several passes. While an object lives
/// nobody else can profile this GPU.
///
///   for (bool more = true; more; more = counters.end_pass()) {
///     counters.begin_pass();
///     counters.begin("threshold"); … launches, and a synchronize … counters.end();
///   }
class Counters {
 public:
  /// Prepares for so many ranges a pass. Throws CountersUnavailable.
  Counters(std::span<const std::string> names, std::size_t most_ranges);
  ~Counters();
  Counters(const Counters&) = delete;
  Counters& operator=(const Counters&) = delete;

  [[nodiscard]] int passes() const;
  void begin_pass();
  /// The work must be done once more.
  [[nodiscard]] bool end_pass();
  /// All that the GPU does until end() is counted; nothing may be under way at either. One range at a time; as many in
  /// each pass, in the same order.
  void begin(const std::string& name);
  void end();
  /// After the last pass.
  [[nodiscard]] std::vector<CountedRange> read();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace heteroscope::device
