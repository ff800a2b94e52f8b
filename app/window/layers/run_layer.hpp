#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/window/layers/contours.hpp"
#include "app/window/layers/layer.hpp"
#include "app/window/session/latest_task.hpp"

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
  /// Of one frame.
  struct Lines {
    std::uint64_t serial = 0;
    std::vector<ContourPiece> pieces;
  };

  void contour_lines(State& state, const Rect& picture);

  LatestTask<Wish, Lines> contours_;
  std::string failure_;  ///< that was told
};

}  // namespace heteroscope
