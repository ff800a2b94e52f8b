#pragma once

#include "core/model/job.hpp"
#include "kernels/heat/cell.hpp"
#include "kernels/heat/scheme.hpp"

namespace heteroscope::heat {

/// The passes of a job's steps in order, for variants that make one pass at a time. Each names the planes to read and
/// to write and its rows: the job's, widened by one row on each side for every pass that follows. After each step the
/// planes have rotated, so that the newest state comes first again.
class Passes {
 public:
  explicit Passes(const IterateJob& job);

  /// Fills in the next pass; false after the last one.
  bool next(Pass& pass);

 private:
  void finish_step();

  const IterateJob& job_;
  const Parameters& parameters_;
  int history_;
  int left_;  ///< the number of passes after the one that comes next
  int step_ = 0;
  int pass_ = 0;
  Scheme scheme_;
};

}  // namespace heteroscope::heat
