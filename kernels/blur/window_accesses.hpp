#pragma once

#include "core/model/warp_recorder.hpp"
#include "kernels/blur/border.hpp"
#include "kernels/blur/mask.hpp"

namespace heteroscope::blur {

/// What the patterns of all variants share.
struct Blurred {
  Size size;  ///< of input and result
  int radius;
  Border border;
  int bytes;  ///< of a value

  explicit Blurred(const AccessProblem& p)
      : size(p.output.size),
        radius(std::any_cast<Parameters>(p.parameters)->radius),
        border(std::any_cast<Parameters>(p.parameters)->border),
        bytes(static_cast<int>(bytes_of(p.precision))) {}

  [[nodiscard]] int taps() const { return 2 * radius + 1; }
  [[nodiscard]] std::int64_t place(int x, int y) const { return std::int64_t{y} * size.width + x; }
  [[nodiscard]] int row_at(int y) const { return border_index(y, size.height, border); }
  [[nodiscard]] int column_at(int x) const { return border_index(x, size.width, border); }
  /// The arrays of the input and the result.
  [[nodiscard]] AccessPattern pattern() const {
    return {.launches = {},
            .arrays = {{"input", false, bytes, size}, {"result", false, bytes, size}},
            .warp_at = {},
            .work = {}};
  }
  [[nodiscard]] AccessArray mask() const { return {"mask", false, bytes, {taps(), taps()}}; }
};

struct Pixel {
  int x = 0, y = 0;
};

/// The accesses of add_input_line() (launch.cuh): one row of the mask over each lane's pixel, the j-th from its top.
/// `pixel(lane)` is the std::optional<Pixel> that the lane computes. `mask` says that the weights come from global
/// memory.
template <class PixelOf>
void read_line(WarpRecorder& warp, const Blurred& blur, PixelOf pixel, int j, bool mask) {
  for (const bool inside : {true, false}) {  // both paths of the branch
    const auto takes = [&](const WarpLane& lane) {
      const std::optional<Pixel> at = pixel(lane);
      if (!at) return false;
      const int first = at->x - blur.radius;
      const bool whole = first >= 0 && first + blur.taps() <= blur.size.width;
      return (whole && blur.row_at(at->y + j - blur.radius) >= 0) == inside;
    };
    for (int i = 0; i < blur.taps(); ++i) {
      if (mask) {
        warp.load("mask", blur.bytes,
                  [&](const WarpLane& lane) { return takes(lane) ? Unit(std::int64_t{j} * blur.taps() + i) : Unit(); });
      }
      warp.load("input", blur.bytes, [&](const WarpLane& lane) {
        if (!takes(lane)) return Unit();
        const std::optional<Pixel> at = pixel(lane);
        const int y = blur.row_at(at->y + j - blur.radius);
        const int x = blur.column_at(at->x - blur.radius + i);
        return x < 0 || y < 0 ? Unit() : Unit(blur.place(x, y));
      });
    }
  }
}

}  // namespace heteroscope::blur
