#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "core/model/study.hpp"

namespace heteroscope {

/// What a lesson asks for beside times: a value, or why there is none.
struct BesideFigure {
  std::optional<double> value;
  std::string why;
};

/// Works them out on this machine: results are computed as their rows say; warps and addresses are looked at on the
/// host, also of variants that cannot run here.
class BesideRows {
 public:
  explicit BesideRows(const Lesson& lesson) : lesson_(lesson) {}

  /// What `waiter` gives up is not known. Throws BadInput for a study or a curve that the workload does not have.
  BesideFigure find(const StatedFigure& figure, const Waiter& waiter);

 private:
  BesideFigure order(const StatedFigure& figure, const Waiter& waiter);

  const Lesson& lesson_;
  std::vector<Study> studies_;  ///< the workload's, once they have been asked for
};

}  // namespace heteroscope
