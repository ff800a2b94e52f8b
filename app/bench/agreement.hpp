#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "core/run/execute.hpp"

namespace heteroscope {

/// How far a result is from the reference's.
struct Agreement {
  std::int64_t values = 0;
  std::int64_t differing = 0;
  double largest = 0;  ///< difference
};

/// Holds results against the reference's, which is computed once for results of one problem that follow each other.
class References {
 public:
  /// None where `cancel` was set while the reference was computed; what takes steps goes to its end. Throws BadInput
  /// where the reference cannot be computed.
  std::optional<Agreement> with(const Frame& frame, const std::stop_token& stop);
  /// Gives the last one's memory back.
  void trim();

 private:
  std::optional<Problem> problem_;
  Field field_;
};

}  // namespace heteroscope
