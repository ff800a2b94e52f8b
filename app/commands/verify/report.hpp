#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/verify/case_json.hpp"

namespace heteroscope {

/// The cases of one variant, or of one pair in a split.
struct Group {
  std::string workload;
  std::string processor;
  std::string variants;
  int passed = 0, failed = 0, skipped = 0;
  std::int64_t flipped = 0;  ///< values that a sum within its tolerance moved over a threshold
};

/// A case that failed, or the small one that was made of it.
struct Mismatch {
  std::string command;  ///< that shows it again
  std::string group;
  CaseResult result;
  std::string origin;  ///< "case 17 of seed 3": of random ones
  int alike = 0;       ///< further cases that fail in the same way
};

/// Which of the program's kernels were launched by cases that were compared.
struct KernelCount {
  std::string of;  ///< a workload's id; "shared": of what all use
  std::size_t all = 0;
  std::vector<std::string> missing;
  std::size_t left_out = 0;  ///< not among `all`: kernels whose results cannot be compared, or that this GPU cannot run
};

/// The findings of `verify`, as it finds them.
class Report {
 public:
  explicit Report(Catalog catalog) : catalog_(catalog) {}

  /// Counts a case. True if it is the first of its group that failed: that one is to be added as a mismatch.
  bool count(const Settings& settings, const Answer& answer);
  /// Counts likewise what belongs to no workload.
  bool count(const std::string& workload, const std::string& processor, const std::string& variants,
             const Answer& answer);
  void add(Mismatch mismatch) { mismatches_.push_back(std::move(mismatch)); }
  /// Returns how many cases of the settings' variants have failed so far.
  [[nodiscard]] int failed(const Settings& settings) const;
  void count_left_out(const std::string& workload, const std::string& reason, int cases);
  /// Such a case will come: groups are shown in the order in which they were first named.
  void expect(const Settings& settings);
  /// A case that was under way when the time was over, as the command that compares it.
  void add_unfinished(std::string command) { unfinished_.push_back(std::move(command)); }
  /// So many cases were not compared because somebody asked for the end.
  void set_left(std::size_t cases) { left_ = cases; }
  /// Somebody asked for the end of random cases, of which there was no number.
  void set_stopped() { stopped_ = true; }
  /// Some of the kernels that the case launched have not been compared before.
  [[nodiscard]] bool is_news(const Answer& answer) const;

  [[nodiscard]] const std::vector<Mismatch>& mismatches() const { return mismatches_; }
  [[nodiscard]] std::vector<Mismatch>& mismatches() { return mismatches_; }
  [[nodiscard]] int total(int Group::*count) const;
  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }
  [[nodiscard]] const std::vector<std::pair<std::string, int>>& skip_reasons() const { return skip_reasons_; }
  [[nodiscard]] std::vector<KernelCount> kernels() const;
  [[nodiscard]] const std::vector<std::string>& unfinished() const { return unfinished_; }
  [[nodiscard]] std::size_t left() const { return left_; }
  [[nodiscard]] bool stopped() const { return stopped_ || left_ > 0; }
  /// Returns the names of a person's files that were expected, and of which no case was compared; none where somebody
  /// asked for the end.
  [[nodiscard]] std::vector<std::string> uncompared_files() const;

 private:
  /// Its results cannot be compared, or this GPU cannot run it, or the variant that alone launches it.
  [[nodiscard]] bool is_left_out(std::string_view workload, std::string_view kernel) const;
  Group& group_of(const std::string& workload, const std::string& processor, const std::string& variants);
  void count_skip(const std::string& reason, int cases);

  Catalog catalog_;
  std::vector<Group> groups_;
  std::vector<std::pair<std::string, int>> skip_reasons_;  ///< and how many cases each skipped
  std::vector<Mismatch> mismatches_;
  std::set<std::size_t> compared_kernels_;
  std::map<std::string, bool> own_files_;  ///< whether a case of theirs was compared
  std::vector<std::string> unfinished_;
  std::size_t left_ = 0;
  bool stopped_ = false;
};

/// "omp_static + cuda_2d": the variants that compute.
std::string variants_text(const Settings& settings);

/// How the report is shown: for listed cases, or for random ones.
struct ReportFrame {
  bool show_kernels = false;  ///< the GPU took part
  bool whole = false;         ///< no case was asked to be left out: kernels that were not compared are a failure
  double elapsed_s = 0;
  std::string title;  ///< of random cases: "seed 3"
};

std::string markdown(const Report& report, const ReportFrame& frame);
std::string report_json(const Report& report, const ReportFrame& frame);
/// No mismatch, no kernel missing where there must be none, and something compared of each of a person's files.
bool all_is_well(const Report& report, const ReportFrame& frame);

}  // namespace heteroscope
