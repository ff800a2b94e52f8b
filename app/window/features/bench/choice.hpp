#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/bench/rows.hpp"
#include "app/commands/bench/collection.hpp"
#include "app/results/result.hpp"

/// What is to be measured in the window's bench, as a person chooses it.
namespace heteroscope {

enum class BenchCare { quick, normal, thorough };

struct BenchChoice {
  std::string suite;  ///< its id, or a collection's; empty: the present workload
  std::string scene;  ///< one of the suite's; empty: all
  BenchCare care = BenchCare::normal;
  bool operator==(const BenchChoice&) const = default;
};

/// Null: the present workload, or a collection.
const Suite* suite_of(const BenchChoice& choice);
/// Null: it is none.
const Collection* collection_of(const BenchChoice& choice);
/// How long rows are measured, and how well their medians are to be known; of `usual` where it is normal.
BenchEffort effort_of(BenchCare care, BenchEffort usual = {});

/// The command line that chooses the same cases: "heteroscope bench cpu-schedules --scene 1024". Throws BadInput where
/// the present settings, whose workload is measured without a suite, are out of range.
std::string line_of(const BenchChoice& choice, const Settings& present, Catalog catalog);
/// That with the effort, where it is not what `bench` does by itself.
std::string command_of(const std::string& line, BenchCare care);

/// What a command line of `bench` would measure here.
struct BenchOutlook {
  std::string line;
  Several asked;
  std::vector<BenchCase> rows;   ///< that can be measured, of all parts
  std::vector<Skipped> skipped;  ///< the others, by reason

  [[nodiscard]] BenchEffort effort(BenchCare care) const { return effort_of(care, asked.parts.front().effort); }
};
/// Plans every case. Throws BadInput.
BenchOutlook outlook_of(const std::string& line, Catalog catalog);

/// How long all of it takes, s: what rows are given, or what their least number of runs takes, and the ceilings. Right
/// to a few times: how fast the machine is, is not known yet.
double rough_seconds(const BenchOutlook& outlook, BenchCare care, Catalog catalog);

}  // namespace heteroscope
