#pragma once

#include "core/model/job.hpp"
#include "kernels/heat/cell.hpp"
#include "kernels/heat/scheme.hpp"

namespace heteroscope::heat {

/// The passes of a job's steps, one after another, for variants that make one at a time: which planes each reads and
/// writes and which rows it must do, more than the job's as long as others follow. After a step its planes have moved
/// up.
class Passes {
 public:
  explicit Passes(const IterateJob& job);

  /// False after the last one.
  bool next(Pass& pass);

 private:
  void finish_step();

  const IterateJob& job_;
  const Parameters& parameters_;
  int history_;
  int left_ = 0;  ///< passes after the one that comes next
  int step_ = 0;
  int pass_ = 0;
  Scheme scheme_;
};

}  // namespace heteroscope::heat
