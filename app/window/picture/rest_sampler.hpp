#pragma once

#include <memory>
#include <optional>

#include "app/window/feature/latest_task.hpp"
#include "core/antialias/antialiased.hpp"

namespace heteroscope {

struct State;

/// A frame's picture as the mean of several samples of each pixel.
struct MeanPicture {
  std::shared_ptr<const Frame> frame;  ///< the first sample
  Look look;                           ///< that it has been made for
  int samples = 1;                     ///< that are in it
  Pixels pixels;
};

/// The picture shows its frame's own colors, whatever is wanted of it: values are compared, or the scope is open.
bool shows_single_sample(const State& state);
/// What it shows in their place; null where it shows them.
const MeanPicture* shown_mean(const State& state);

/// While the picture rests, takes one sample after the other until it has as many as its look asks for. Any change
/// begins anew with the frame's own colors; a sample under way is given up then, and never waited for.
class RestSampler {
 public:
  explicit RestSampler(Catalog catalog);

  /// Once a frame of the window, before the frame is shown. `may`: nothing else should have the processors, and the
  /// picture is shown as one.
  void update(State& state, bool may);
  /// There is more to come.
  [[nodiscard]] bool working() const { return working_; }

 private:
  struct Wish {
    std::shared_ptr<const Frame> frame;
    Look look;
    bool operator==(const Wish&) const = default;
  };
  void take(State& state, const Wish& wish);

  LatestTask<Wish, MeanPicture> task_;
  std::optional<Wish> resting_;
  double since_s_ = 0;
  bool failed_ = false;  // to take samples of it
  bool working_ = false;
};

}  // namespace heteroscope
