#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/run/shares/stage_run.hpp"

namespace heteroscope {

/// What the variants of a frame may read and must not write: the source and the tables, where each participant has
/// them.
class ReadValues {
 public:
  /// Notes a checksum of all of them. The participants outlive it.
  explicit ReadValues(std::span<const ParticipantContext> participants);
  /// Throws VariantFault where one of them has changed since.
  void check() const;

 private:
  [[nodiscard]] std::vector<std::size_t> checksums() const;

  std::span<const ParticipantContext> participants_;
  std::vector<std::size_t> before_;
};

}  // namespace heteroscope
