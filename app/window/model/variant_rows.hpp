#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/measures/shares.hpp"
#include "app/results/machine.hpp"
#include "app/results/result.hpp"
#include "app/window/model/measured/variant_time.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// The result of comparing a variant's values with the reference.
enum class ValuesVerdict { none, same_bits, within_tolerance, wrong };

/// A variant of a stage, on the problem that was shown.
struct VariantRow {
  std::string stage;
  std::string variant;
  Processor processor = Processor::cpu;
  bool reference = false;
  std::string why_not;              ///< why it was not measured; empty: it was, or will be
  std::optional<VariantTime> time;  ///< the time of the stage
  CeilingShares shares;
  ValuesVerdict verdict = ValuesVerdict::none;
  std::string verdict_text;  ///< how its values differ, or why they were not compared
};

/// Returns the steps of a timed run of an iteration: fewer for a larger problem.
std::int64_t timed_steps(const Settings& settings, Catalog catalog);
/// Returns the settings whose variants are measured while these are shown, with no variant chosen; of an iteration,
/// some steps from its start on, without painted strokes.
Settings measured_problem(const Settings& settings, Catalog catalog);
/// Returns the size: "n = 512", or "640 × 480" if no parameter sets it.
std::string size_text(const Settings& settings, const Workload& workload);
/// Returns a row for each variant, stage by stage, the CPU's first; nothing is measured yet.
std::vector<VariantRow> variant_rows(const Settings& settings, Catalog catalog, device::Devices devices);
/// Returns the speed-up of a row over the stage's reference; 0 if either has no time.
double speed_up(const VariantRow& row, const std::vector<VariantRow>& rows);
/// The row's time over the longest one of its stage; 0 where it has none.
double share_of_longest(const VariantRow& row, const std::vector<VariantRow>& rows);
/// Returns the `most` fastest of rows that have times, in the order in which they came.
std::vector<VariantRow> fastest_variants(std::vector<VariantRow> rows, std::size_t most);
/// "1", "2 =", "2 =", "4": for each row its place among those of its stage; empty where it has no time.
std::vector<std::string> places_of(const std::vector<VariantRow>& rows);
/// Returns the figures of a measured row: its time with the interval, its speed-up over the reference, its rate, and
/// its share of the nearest ceiling.
std::vector<Datum> measures_of(const VariantRow& row, const std::vector<VariantRow>& rows);
/// Returns the rows as CSV: a header and a line for each row.
std::string variants_csv(const std::vector<VariantRow>& rows);

/// The results of a measurement so far.
struct MeasuredVariants {
  Settings of;      ///< measured_problem() of the settings that were shown
  Machine machine;  ///< the machine when the measurement began
  std::vector<VariantRow> rows;
};

}  // namespace heteroscope
