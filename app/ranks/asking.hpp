#pragma once

#include <cstdint>

namespace heteroscope {

/// When a rank that is not rank 0 asks for a piece: one lies beside what it computes, and it holds no more than some.
/// As Dispatch, it is asked by follow() and by the simulation.
class Asking {
 public:
  explicit Asking(std::int64_t held) : held_(held) {}

  void ordered() {
    asked_ = false;
    ++ordered_;
  }
  void begun() {
    --ordered_;
    ++here_;
  }
  void given() { --here_; }

  /// Whether it is to ask now; notes that it does.
  bool asks() {
    if (asked_ || ordered_ > 0 || here_ >= held_) return false;
    asked_ = true;
    idle_ = false;
    return true;
  }
  /// Whether it is to say that it waits for what it has asked for. `waits` says that nothing is computed here.
  bool idles(bool waits) {
    if (!asked_ || idle_ || !waits) return false;
    idle_ = true;
    return true;
  }

 private:
  std::int64_t held_;
  std::int64_t ordered_ = 0;  ///< and not begun
  std::int64_t here_ = 0;     ///< begun, and not given away
  bool asked_ = false, idle_ = false;
};

}  // namespace heteroscope
