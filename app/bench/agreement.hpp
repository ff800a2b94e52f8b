#pragma once

#include <cstdint>
#include <optional>

#include "app/results/result.hpp"
#include "app/text/document.hpp"
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
  /// Throws BadInput where the reference cannot be computed.
  Agreement with(const Frame& frame);
  /// Gives the last one's memory back.
  void trim();

 private:
  std::optional<Problem> problem_;
  Field field_;
};

/// Whether all results that were held against the reference's are the same, or which are not. Empty without such.
Document agreement_note(const Result& result);

}  // namespace heteroscope
