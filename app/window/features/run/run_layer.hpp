#pragma once

#include <memory>
#include <vector>

#include "app/window/feature/following_task.hpp"
#include "app/window/feature/layer.hpp"
#include "app/window/features/run/contours.hpp"

namespace heteroscope {

/// What an iteration adds to the picture: contour lines, the line of the profile, the brush.
class RunLayer final : public Layer {
 public:
  RunLayer();
  void draw(State& state, LayerSpace& space) override;
  void leave_workload() override { contours_.forget(); }
  [[nodiscard]] bool moves() const override { return contours_.busy(); }

 private:
  struct Wish {
    std::shared_ptr<const Frame> frame;
    std::vector<double> levels;
    bool operator==(const Wish&) const = default;
  };
  void contour_lines(State& state, const Rect& picture);

  FollowingTask<Wish, std::vector<ContourPiece>> contours_;
};

}  // namespace heteroscope
