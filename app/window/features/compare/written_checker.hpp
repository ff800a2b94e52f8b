#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/window/feature/single_task.hpp"
#include "app/window/model/measured/compare_result.hpp"
#include "app/window/picture/requester.hpp"

namespace heteroscope {

/// Finds out whether all of a picture is written that a person's file computes: it is computed once more, into memory
/// filled with NaNs, and compared with the reference again. The program's own variants are known to write all.
class WrittenChecker {
 public:
  /// `requester` has the pictures computed; it outlives this.
  explicit WrittenChecker(Requester& requester) : requester_(requester) {}

  /// Called once a frame of the window with a picture that agrees with its reference within `tolerance`. Returns what
  /// is known, and has the rest found out. A save that could not be checked is not tried again, whatever its picture.
  WrittenCheck update(double now_s, const std::shared_ptr<const Frame>& frame,
                      const std::shared_ptr<const Frame>& reference, double tolerance);
  /// Forgets what could not be checked: the next comparison tries it again.
  void forget() { refused_ = {}; }

 private:
  struct Counted {
    std::uint64_t frame = 0;          ///< serial number
    std::vector<const Variant*> own;  ///< that have computed it
    WrittenCheck found;
  };
  struct Refused {
    std::vector<const Variant*> own;
    std::string why_not;
  };
  void begin(const std::shared_ptr<const Frame>& frame, const std::shared_ptr<const Frame>& reference,
             double tolerance);

  Requester& requester_;
  SingleTask<Counted> task_;  // off the window's thread, as the comparison itself
  Counted newest_;
  Refused refused_;
  std::uint64_t waits_for_ = 0;  // the picture's serial number
  double waits_since_s_ = 0;
};

}  // namespace heteroscope
