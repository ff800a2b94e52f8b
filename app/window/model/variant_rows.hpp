#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/measures/shares.hpp"
#include "app/results/machine.hpp"
#include "app/results/result.hpp"
#include "app/window/model/measured/variant_time.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// What became of a variant's comparison with the reference.
enum class ValuesVerdict { none, same_bits, within_tolerance, wrong };

/// A variant of a stage, on the problem that was shown.
struct VariantRow {
  std::string stage;
  std::string variant;
  Processor processor = Processor::cpu;
  bool reference = false;
  std::string why_not;              ///< it was not measured; empty: it was, or will be
  std::optional<VariantTime> time;  ///< of the stage
  CeilingShares shares;
  ValuesVerdict verdict = ValuesVerdict::none;
  std::string verdict_text;  ///< how it differs, or why it was not compared
};

/// Steps that a run of an iteration takes: fewer of a large one.
std::int64_t timed_steps(const Settings& settings, Catalog catalog);
/// The settings whose variants are measured when these are shown, with no variant chosen: of an iteration some steps
/// from its start on, without what was painted.
Settings measured_problem(const Settings& settings, Catalog catalog);
/// "n = 512", or "640 × 480" where no parameter sets the size.
std::string size_text(const Settings& settings, const Workload& workload);
/// A row a variant, each stage's by themselves, the CPU's first; nothing has been measured.
std::vector<VariantRow> variant_rows(const Settings& settings, Catalog catalog, device::Devices devices);
/// Of the row's time; 0 where it or the stage's reference have none.
double speed_up(const VariantRow& row, const std::vector<VariantRow>& rows);
/// The row's time over the longest one of its stage; 0 where it has none.
double share_of_longest(const VariantRow& row, const std::vector<VariantRow>& rows);
/// "1", "2 =", "2 =", "4": for each row its place among those of its stage; empty where it has no time.
std::vector<std::string> places_of(const std::vector<VariantRow>& rows);
/// Of a row that was measured: its time with what is known of it, how much faster than the reference it is, its rate,
/// and its share of the nearest ceiling.
std::vector<Datum> measures_of(const VariantRow& row, const std::vector<VariantRow>& rows);
/// A header and a line a row.
std::string variants_csv(const std::vector<VariantRow>& rows);

/// As far as a measurement has come.
struct MeasuredVariants {
  Settings of;      ///< measured_problem() of what was shown
  Machine machine;  ///< when it began
  std::vector<VariantRow> rows;
};

}  // namespace heteroscope
