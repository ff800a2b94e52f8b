#pragma once

#include <optional>

namespace heteroscope {

/// When a machine elsewhere that could not be reached is asked again: after pauses that grow (pause_after()), until it
/// answers or nobody wants that any more.
class Retries {
 public:
  /// Called once a frame of the window, while no request is under way, with whether the last one has failed so. Returns
  /// true when it is to be asked for again.
  bool is_due(bool failed, double now_s);
  /// Something else is wanted.
  void forget() { *this = {}; }
  /// Returns when it will be asked again; none where it will not.
  [[nodiscard]] std::optional<double> next_s() const { return next_s_; }

 private:
  int failures_ = 0;  ///< in a row
  std::optional<double> next_s_;
};

}  // namespace heteroscope
