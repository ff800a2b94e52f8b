#pragma once

#include <optional>
#include <vector>

#include "app/window/cover_task.hpp"

namespace heteroscope {

/// The last time that a covering variant took for a whole result.
struct CoverMeasured {
  double ms = 0;
  double bytes_per_s = 0;  ///< that must be moved at least
};

/// Those of this session, by variant and by what was computed.
class CoverMeasurements {
 public:
  /// `of`: with the block that the variant really had, and all rows.
  void note(const CoverOf& of, const CoverMeasured& measured);
  [[nodiscard]] std::optional<CoverMeasured> find(const CoverOf& of) const;

 private:
  static constexpr std::size_t most = 1024;
  struct Entry {
    CoverOf of;
    CoverMeasured measured;
  };
  std::vector<Entry> entries_;  // oldest first
};

/// Of a finished frame: nothing if it was not a covering variant alone that computed it, or if it was traced, which
/// costs time.
std::optional<std::pair<CoverOf, CoverMeasured>> measured_of(const Frame& frame);

}  // namespace heteroscope
