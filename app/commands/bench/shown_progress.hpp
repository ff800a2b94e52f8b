#pragma once

#include "app/bench/rows.hpp"
#include "app/commands/progress.hpp"

namespace heteroscope {

/// Shows on standard error how far a measurement is.
class ShownProgress final : public BenchWatch {
 public:
  void comes(std::size_t done, std::size_t all, const std::string& now) override { progress_.show(done, all, now); }

 private:
  Progress progress_{"bench"};
};

}  // namespace heteroscope
