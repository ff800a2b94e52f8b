#pragma once

#include "app/bench/rows.hpp"
#include "app/commands/progress.hpp"

namespace heteroscope {

/// Shows on standard error how far a measurement is.
class ShownProgress final : public BenchWatch {
 public:
  void comes(const BenchProgress& at) override { progress_.show(at.done, at.all, at.left_s, at.now); }

 private:
  Progress progress_{"bench"};
};

}  // namespace heteroscope
