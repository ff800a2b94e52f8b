#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "app/bench/rows.hpp"

namespace heteroscope {

/// The approximate time of measuring a case, in ms: what rows are given, or what their least number of runs takes. It
/// is right to within a small factor, since the machine's speed is not known yet.
double rough_ms(const BenchCase& of, const Workload& workload, const BenchEffort& effort);

/// How long the rows that are left will take, and how long each may, where all of them share a time.
class Schedule {
 public:
  using Now = std::function<double()>;  ///< ms since whenever
  static double steady_ms();

  /// `all_ms`: that all rows may take together, and what is done around them, from now on; none: each has its own.
  explicit Schedule(std::optional<double> all_ms = std::nullopt, Now now = steady_ms);

  /// A row more is to be measured, which takes about as long.
  void add(double rough_ms);
  /// Something is to be measured before the rows, which takes about as long.
  void add_preparation(double rough_ms);
  /// Such a row is not measured after all. It was not begun.
  void leave_out(double rough_ms);
  /// Begins with what of the added preparation takes about as long; of more, with what is left of it. progress() and
  /// end() are as of rows.
  void begin_preparation(double rough_ms);
  /// Begins with so many of the added rows, which are measured next, in turns, and were estimated to take so long in
  /// all.
  void begin(std::size_t rows, double rough_ms);
  /// So much of those is done, 0 to 1, at least.
  void progress(double part);
  /// Those are there.
  void end();

  /// Rows that are there, and all that were added.
  [[nodiscard]] std::size_t done() const { return all_ - left_.count; }
  [[nodiscard]] std::size_t all() const { return all_; }
  /// The time that a row may take: an equal share of the time that is left; 0: all of it is used up. None: its own
  /// effort.
  [[nodiscard]] std::optional<double> share_ms() const;
  /// The part of all rows' and the preparation's time that is done, 0 to 1, by how long they were estimated to take.
  [[nodiscard]] double share() const;
  /// How long the rest will take, by how long the rows before took, and those under way once a tenth of them is done.
  /// While less of the first is done, as long as was estimated, and none once they take longer.
  [[nodiscard]] std::optional<double> left_ms() const;
  /// What is under way is measured before rows.
  [[nodiscard]] bool prepares() const { return under_way_.count == 0 && under_way_.rough_ms > 0; }
  [[nodiscard]] const Now& now() const { return now_; }

 private:
  struct Rows {
    std::size_t count = 0;
    double rough_ms = 0;
  };

  std::optional<double> all_ms_;
  Now now_;
  double start_ms_;
  std::size_t all_ = 0;
  Rows left_, under_way_;      ///< those under way are left
  double preparation_ms_ = 0;  ///< was added and has not begun
  double began_ms_ = 0;        ///< when they did
  double part_ = 0;            ///< of them is done
  double rough_ms_ = 0;        ///< that all that were added would take
  double took_ms_ = 0;         ///< those that are there
  double said_ms_ = 0;         ///< that these would take
};

/// How far it is, and what comes next.
BenchProgress progress_of(const Schedule& schedule, std::string now);

}  // namespace heteroscope
