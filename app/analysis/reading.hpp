#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "app/results/result.hpp"
#include "core/model/suite.hpp"

/// What reports read of a result, in their words.
namespace heteroscope {

/// Null: this program knows none of that id.
const Suite* find_suite(std::string_view id);
/// The suite that was measured; null for a workload, or a suite that this program does not know.
const Suite* suite_of(const Result& result);

/// The variant's own has neither side.
BlockShape block_of(const ResultRow& row);
/// "16x8"; empty for a variant's own shape.
std::string block_text(BlockShape block);
std::string block_text(const ResultRow& row);
/// "1024x768": columns and rows of what the work is counted over.
std::string size_text(const ResultRow& row);
/// Returns "full, fp64", or "fp64" of a workload whose problem has no parameters and so no scenes.
std::string scene_text(const std::string& scene, const std::string& precision);
std::string scene_text(const ResultRow& row);
/// "8.39 MB": the set of bytes that a row's copy or fill is held against; of both sides in a split.
std::string set_text(const ResultRow& row);

bool uses_cpu(const ResultRow& row);
bool uses_gpu(const ResultRow& row);
/// A variant, and in which memory where it was measured in several.
std::string variant_in_memory(const Result& result, const ResultRow& row);
/// That, and with how many threads where it ran with several counts.
std::string variant_text(const Result& result, const ResultRow& row);

/// The medians differ by no more than the machine's own noise. False where a result does not say what that was.
bool within_noise(const ResultRow& a, const ResultRow& b);
/// Neither is known to be the faster: the medians' intervals meet, or the medians are within the noise. False where one
/// has too few runs for an interval and they are not.
bool tied(const ResultRow& a, const ResultRow& b);

/// Whether two rows have the same values in these columns.
bool same_in(const ResultRow& a, const ResultRow& b, std::initializer_list<Column> columns);
/// Rows whose runs leave the same result behind.
bool same_problem(const ResultRow& a, const ResultRow& b);

/// How many of the cases are missing: the run was stopped before it came to them. 0 where a file does not say.
std::size_t cases_left(const Result& result);

/// "2 rows skipped: needs a GPU"; of what has no rows the reason alone.
std::string skip_text(const Skipped& skipped);

/// As people read it; empty where the row has no such value.
std::string cell(const ResultRow& row, std::string_view id);
/// What stands directly behind a row's time: " (1 run)" where there was no other: such a time has no interval; and a
/// star where the row is marked (app/analysis/others.hpp).
std::string time_marks(const ResultRow& row);
/// The row's median as people read it, with time_marks().
std::string median_text(const ResultRow& row);
/// "± 1.2 %": how far the median is known; "± ?" where the runs are too few for that, empty of one run.
std::string reach_text(const ResultRow& row);
/// Whether it was measured once.
bool of_one_run(const ResultRow& row);
/// A yes; none where the row has no such value.
bool holds(const ResultRow& row, std::string_view id);
/// Whether a row has such a value.
bool has(const ResultRow& row, std::string_view id);

/// As files have it; empty where there is none.
std::string fact(const Result& result, std::string_view id);
/// Of the machine that it was measured on (column::machine).
std::string machine_fact(const Result& result, const Column& column);
/// "AMD …, 16 threads; NVIDIA …".
std::string machine_name(const Result& result);
/// That, and when: "AMD …, 16 threads; NVIDIA …; 2026-01-31T12:00:00Z".
std::string machine_text(const Result& result);

/// Texts in the order in which they came first.
class Names {
 public:
  std::size_t place(const std::string& name);
  [[nodiscard]] const std::vector<std::string>& all() const { return all_; }

 private:
  std::vector<std::string> all_;
};

}  // namespace heteroscope
