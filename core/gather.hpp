#pragma once

#include <memory>
#include <vector>

#include "core/stage_run.hpp"

namespace heteroscope {

/// What the lanes of a frame write their rows to: one buffer for all of them or, with plain device memory, one each. A
/// buffer has place for all rows.
class LaneBuffers {
 public:
  explicit LaneBuffers(const StageContext& context);

  /// As the lane sees it.
  [[nodiscard]] void* data(std::size_t lane) const;
  /// NaNs in every place: what a variant forgets to write must not be right by chance, and what it must not write
  /// shows.
  void spoil() const;
  /// Zeros where whole rows of a triangle will be copied: they must hold something where there is no value, too.
  void clear() const;
  /// The lanes' rows in one field, where it is wanted. Adds what that took.
  [[nodiscard]] Field bring_together(const Parts& parts, Timing& timing) const;

 private:
  [[nodiscard]] Field on_host(const Parts& parts) const;
  [[nodiscard]] Field on_device(const Parts& parts) const;
  void wait() const;

  const StageContext& context_;
  std::vector<std::shared_ptr<Buffer>> of_;  ///< by lane
};

/// The number of the GPU where a result is wanted that does not go to the host.
int home_of(const Plan& plan, Destination destination);

}  // namespace heteroscope
