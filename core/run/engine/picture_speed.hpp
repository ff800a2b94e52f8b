#pragma once

#include <optional>
#include <string>

#include "core/base/watch.hpp"
#include "core/frame/frame.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

/// What pictures take, as the last one tells; and so how coarse the first picture of a new view is, and how long it may
/// take.
class PictureSpeed {
 public:
  /// A picture of that plan comes next: what was known is forgotten where it says nothing of it.
  void begin(const Plan& plan);
  /// Returns the factor of the first picture of a plan (preview_factor()). After a pause on a long way it has no more
  /// bytes than cross at once.
  [[nodiscard]] int first_factor(const Plan& plan) const;
  /// Returns that of the second one (finer_preview_factor()).
  [[nodiscard]] int finer_factor(const Plan& plan, int coarse) const;
  /// Returns for how many ms the first picture is computed although a newer one is wanted.
  [[nodiscard]] double patience_ms() const;
  /// Learns from a picture that is there.
  void learn(const Frame& frame);
  /// Learns from one that was given up after so many ms: it takes at least as long, and the next one will be coarser.
  void learn_given_up(const Plan& plan, double ms);

 private:
  struct Crossed {
    double bytes = 0;
    double pixels = 0;
    Watch since;
  };
  std::string kind_;  ///< of the last plan: its workload, and who computes
  std::optional<Plan> plan_;
  double pixel_ms_ = 0;  ///< beside delay_ms_; 0: unknown
  double delay_ms_ = 0;  ///< which each frame takes on its way to a machine elsewhere and back
  std::optional<Crossed> crossed_;
};

}  // namespace heteroscope
