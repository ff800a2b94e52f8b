#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/scope/times.hpp"
#include "core/io/png/png.hpp"
#include "core/trace/trace.hpp"

namespace heteroscope {

/// A part of a line.
struct Stretch {
  double from = 0;
  double to = 0;
  [[nodiscard]] double length() const { return to - from; }
  bool operator==(const Stretch&) const = default;
};
using TimeSpan = Stretch;  ///< µs from the first start
using UnitSpan = Stretch;  ///< units' numbers, one after the other; of the outermost ones a part

inline constexpr double most_marked_waves = 200;

/// How busy the units of one participant were with the spans that are shown.
struct UnitUse {
  Participant participant;
  std::uint32_t units = 0;    ///< that computed a span
  std::uint32_t at_once = 0;  ///< spans that a unit computed at the same time, at most
  double waves = 0;           ///< spans over what all units compute at once
  double busy = 0;            ///< share of the units' time, from the first start to the last end
  double imbalance = 1;       ///< the busiest unit's time over the mean
  TimeSpan tail;              ///< from when the first unit had nothing left to do, to the last end
  /// When each wave but the first began: with the first span that finds no place among those before it. Of a GPU, up
  /// to `most_marked_waves`.
  std::vector<float> wave_starts;
};

/// What every unit did when.
struct Timeline {
  struct Bar {
    float from = 0;
    float to = 0;
    std::int64_t span = -1;    ///< of what is shown; −1: of another pass
    std::uint32_t beside = 0;  ///< its place among those that its unit computes at the same time
  };
  /// Something that was done beside the spans: a copy, the display.
  struct Act {
    float from = 0;
    float to = 0;
    std::string words;
  };
  struct Beside {
    std::string name;
    std::vector<Act> acts;  ///< by start
  };
  TimedUnits units;
  std::vector<Beside> beside;          ///< rows below the units'
  std::vector<std::size_t> first;      ///< by unit, and one more
  std::vector<Bar> bars;               ///< by unit, and of each by start
  std::vector<std::uint32_t> at_once;  ///< by group of units: bars that one of them has at the same time, at most
  TimeSpan shown;                      ///< of the spans that are shown
  TimeSpan whole;                      ///< of all
  float longest = 0;                   ///< bar
  std::vector<UnitUse> use;            ///< by participant that has spans which are shown

  /// The bars of a unit that may reach into the time span.
  [[nodiscard]] std::span<const Bar> of(std::uint32_t unit, const TimeSpan& span) const;
  /// The span that the unit computed then; of several the one in that place, or the last that began.
  [[nodiscard]] std::optional<std::int64_t> at(std::uint32_t unit, double us,
                                               std::optional<std::uint32_t> place = {}) const;
  /// The place of a span's bar among those at the same time.
  [[nodiscard]] std::uint32_t place_of(std::uint32_t unit, std::int64_t span, double start) const;
};

/// The rows of a timeline's picture: a row for each of some units, or several, in which what a unit computes at the
/// same time stands side by side.
struct TimelineRows {
  std::uint32_t first = 0;               ///< of the units
  std::uint32_t last = 0;                ///< behind them
  std::vector<std::uint32_t> of_a_unit;  ///< by group of units
  bool operator==(const TimelineRows&) const = default;
};

/// The units that reach into the span, where so many rows find room one above the other, at most: a unit's bars stand
/// side by side if all of its group's find it.
TimelineRows rows_with_room(const Timeline& timeline, const UnitSpan& units, double room);

/// The timeline of the spans' times; empty if they were not observed.
Timeline timeline_of(const MappingTimes& times);
/// Adds the spans of other passes and the GPUs' copies. `passes` says for each participant whose spans are there
/// already.
void add_other_passes(Timeline& timeline, const MappingTimes& times, std::span<const Trace> traces,
                      std::span<const std::uint32_t> passes);

/// A row below the units', for which all of the time makes room.
void put_beside(Timeline& timeline, Timeline::Beside row);

/// The rows, unit after unit, a column for each of `columns` equal parts of the span; transparent where nothing ran,
/// the mean of the colors where several spans did. Spans of other passes are gray.
Picture timeline_picture(const Timeline& timeline, std::span<const std::uint32_t> colors, std::uint32_t gray,
                         const TimeSpan& span, int columns, const TimelineRows& rows);

}  // namespace heteroscope
