#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/frame/frame.hpp"
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

/// What a frame's functions have computed on the host by the time that they have returned.
class FinishedValues {
 public:
  /// Notes a checksum of it. The frame outlives it, and stays where it is.
  explicit FinishedValues(const Frame& frame);
  /// Throws VariantFault where it has changed since: a thread went on. To be called when all threads rest.
  void check() const;

 private:
  [[nodiscard]] std::vector<std::size_t> checksums() const;

  const Frame& frame_;
  std::vector<std::size_t> before_;
};

}  // namespace heteroscope
