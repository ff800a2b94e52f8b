#pragma once

#include <optional>

#include "app/window/feature/single_task.hpp"
#include "app/window/model/measured/compare_result.hpp"
#include "core/memory/field.hpp"

namespace heteroscope {

/// Compares frames on a thread of its own: copies from the device and megapixels of arithmetic take too long for the
/// window's.
class CompareTask {
 public:
  /// Does nothing while it works. `step`: see CompareResult.
  void start(const CompareKey& key, Field picture, Field other, int step);
  /// The finished result, once.
  std::optional<CompareResult> take() { return task_.take(); }

 private:
  SingleTask<CompareResult> task_;
};

}  // namespace heteroscope
