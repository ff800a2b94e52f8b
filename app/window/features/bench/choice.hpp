#pragma once

#include <string>
#include <vector>

#include "app/bench/rows.hpp"
#include "app/commands/bench/collection.hpp"
#include "app/results/result.hpp"

/// The choices that a person makes in the window's bench: suite, scene and effort.
namespace heteroscope {

enum class BenchCare { quick, normal, thorough };

struct BenchChoice {
  std::string suite;  ///< id of a suite or of a collection; empty: the workload in the window
  std::string scene;  ///< one of the suite's; empty: all
  BenchCare care = BenchCare::normal;
  bool operator==(const BenchChoice&) const = default;
};

/// Returns the chosen suite; null where the workload in the window or a collection is chosen.
const Suite* suite_of(const BenchChoice& choice);
/// Returns the chosen collection; null where none is chosen.
const Collection* collection_of(const BenchChoice& choice);
/// Says what a suite measures, with the titles of the reports that it names by their ids.
std::string words_of(const Suite& suite);
/// Returns how long rows are measured and how narrow the intervals of their medians are to be; `usual` for the care
/// `normal`.
BenchEffort effort_of(BenchCare care, BenchEffort usual = {});

/// The command line that chooses the same cases: "heteroscope bench cpu-schedules --scene 1024". Throws BadInput where
/// the present settings, whose workload is measured without a suite, are out of range.
std::string line_of(const BenchChoice& choice, const Settings& present, Catalog catalog);
/// Returns the command line with the options of the effort, where that is not the default of `bench`.
std::string command_of(const std::string& line, BenchCare care);

/// The rows that a command line of `bench` would measure on this machine.
struct BenchOutlook {
  std::string line;
  Several asked;
  std::vector<BenchCase> rows;   ///< the rows of all parts that can be measured here
  std::vector<Skipped> skipped;  ///< the other rows, counted by reason

  [[nodiscard]] BenchEffort effort(BenchCare care) const { return effort_of(care, asked.parts.front().effort); }
};
/// Plans every case. Throws BadInput.
BenchOutlook outlook_of(const std::string& line, Catalog catalog);

/// Returns a rough time for all rows and the ceilings, in seconds: the time that rows are given, or that of their least
/// number of runs. It may be wrong by a small factor, because the machine's speed is not known yet.
double rough_seconds(const BenchOutlook& outlook, BenchCare care, Catalog catalog);

}  // namespace heteroscope
