#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/scope/index.hpp"
#include "core/trace/trace.hpp"
#include "core/types/participant.hpp"

namespace heteroscope {

/// The spans of a scope's picture: its blocks by number, and after them the CPU's rows.
struct ScopeSpans {
  std::int64_t blocks = 0;
  Rows rows;  ///< of the result, that the CPU computes
  [[nodiscard]] std::int64_t count() const { return blocks + rows.count(); }
  [[nodiscard]] bool is_block(std::int64_t span) const { return span < blocks; }
  [[nodiscard]] int row_of(std::int64_t span) const { return rows.begin + static_cast<int>(span - blocks); }
  [[nodiscard]] std::int64_t of_row(int row) const { return blocks + row - rows.begin; }
  bool operator==(const ScopeSpans&) const = default;
};

/// The multiprocessors or threads of the participants of a trace, one after the other.
class TimedUnits {
 public:
  struct Group {
    Participant participant;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  void add(Participant participant, std::uint32_t count) {
    groups_.push_back({std::move(participant), this->count(), count});
  }
  [[nodiscard]] std::uint32_t count() const {
    return groups_.empty() ? 0 : groups_.back().first + groups_.back().count;
  }
  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }
  /// The group of a unit.
  [[nodiscard]] std::size_t group_of(std::uint32_t number) const;
  /// The number of that group's unit.
  [[nodiscard]] std::uint32_t number(std::size_t group, std::uint32_t unit) const {
    return groups_[group].first + unit;
  }
  /// "SM 17", "thread 3"; of several GPUs "GPU 1, SM 17".
  [[nodiscard]] std::string name(std::uint32_t number) const;

 private:
  std::vector<Group> groups_;
};

/// When each span ran, and where. Observed: in µs from the first start. Else a span begins when the one before it
/// ends, and takes a time of 1.
struct MappingTimes {
  static constexpr float unrecorded = -1;

  bool observed = false;
  std::vector<float> start;  ///< by span; `unrecorded` where nothing says; empty if not observed
  std::vector<float> end;
  std::vector<std::uint32_t> unit;  ///< a number of `units`
  TimedUnits units;
  double length = 0;                 ///< the last end
  std::uint64_t zero_ns = 0;         ///< the first start, by the steady clock
  std::int64_t missing = 0;          ///< blocks without a record
  std::uint64_t dropped = 0;         ///< records that did not fit the trace
  std::uint64_t clock_error_ns = 0;  ///< by which one processor's times may be off beside the other's

  [[nodiscard]] bool recorded(std::int64_t span) const {
    return observed && start[static_cast<std::size_t>(span)] != unrecorded;
  }
  [[nodiscard]] double start_of(std::int64_t span) const {
    return observed ? start[static_cast<std::size_t>(span)] : static_cast<double>(span);
  }
  [[nodiscard]] double end_of(std::int64_t span) const {
    return observed ? end[static_cast<std::size_t>(span)] : static_cast<double>(span) + 1;
  }
  /// Takes down that a span was computed by a unit of the group; of several parts it lasts from the first to the last.
  void put(std::int64_t span, std::size_t group, const TracedSpan& part);
};

/// The order of the numbers, launch after launch.
MappingTimes times_by_number(const ScopeSpans& spans);
/// Observed times of so many spans, all of them unrecorded so far.
MappingTimes unrecorded_times(std::int64_t spans);
/// The times that a GPU and the CPU recorded; records of launches, blocks and rows that the spans do not have are left
/// out. `index` is that of the blocks; null if there are none.
MappingTimes observed_times(const ScopeSpans& spans, const MappingIndex* index, const Trace& of_gpu,
                            const Trace& of_cpu);

}  // namespace heteroscope
