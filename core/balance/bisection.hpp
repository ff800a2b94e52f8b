#pragma once

#include <vector>

namespace heteroscope {

/// A search for the share of a frame that the GPUs should have beside the CPU, at which both take the same time: what
/// is left of the range is halved, by which of the two took longer in the middle of it. Seed 000 (table 7) searches
/// like this by the frame's time alone; here both times are known, so that one frame tells on which side the optimum
/// is.
class Bisection {
 public:
  /// A frame of the search.
  struct Step {
    double share;
    double gpu_ms;  ///< of the GPU that took longest
    double cpu_ms;
    double frame_ms;  ///< the longer of the two, and bringing the rows together
  };

  /// `rows`: the search ends where less than one is left.
  explicit Bisection(int rows);

  /// For the next frame; once it is done the share of the fastest one.
  [[nodiscard]] double share() const;
  /// A frame of that share. Nothing happens when it is done.
  void learn(const Step& step);
  [[nodiscard]] bool done() const;
  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }

 private:
  double low_ = 0;
  double high_ = 1;
  double least_;
  std::vector<Step> steps_;
};

}  // namespace heteroscope
