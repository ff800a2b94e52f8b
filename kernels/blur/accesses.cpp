#include "kernels/blur/accesses.hpp"

#include <algorithm>
#include <functional>

#include "core/model/walked_grid.hpp"
#include "core/model/warp_recorder.hpp"
#include "kernels/blur/border.hpp"
#include "kernels/blur/mask.hpp"
#include "kernels/blur/tile_slab.hpp"

namespace heteroscope::blur {
namespace {

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

/// A function that says which pixel a lane computes in a step of a grid, if any.
auto pixels_of(const WalkedGrid& grid, const Blurred& blur, const WarpPlace& at) {
  return [&blur, left = grid.left(at), top = grid.top(at)](const WarpLane& lane) -> std::optional<Pixel> {
    const Pixel out{left + lane.x, top + lane.y};
    return out.x < blur.size.width && out.y < blur.size.height ? std::optional(out) : std::nullopt;
  };
}

/// Each lane stores its pixel of an array.
template <class PixelOf>
void store_pixels(WarpRecorder& warp, const Blurred& blur, PixelOf pixel, std::string_view array) {
  warp.store(array, blur.bytes, [&](const WarpLane& lane) {
    const std::optional<Pixel> at = pixel(lane);
    return at ? Unit(blur.place(at->x, at->y)) : Unit();
  });
}

template <class PixelOf>
void store_result(WarpRecorder& warp, const Blurred& blur, PixelOf pixel) {
  store_pixels(warp, blur, pixel, "result");
  for (const WarpLane& lane : warp.lanes()) {
    if (const std::optional<Pixel> at = pixel(lane)) warp.computes(lane, at->x, at->y);
  }
}

/// The accesses of the kernel `pixels` (cuda_global.cu).
AccessPattern global(const AccessProblem& p) {
  const Blurred blur(p);
  const auto grid = WalkedGrid::over(blur.size, p.block);
  AccessPattern out = blur.pattern();
  out.arrays.push_back(blur.mask());
  out.launches = {grid.launch("pixels")};
  out.warp_at = [grid](int x, int y) { return grid.place_of(0, x, y); };
  out.work = [blur, grid](const WarpPlace& at) {
    WarpRecorder warp(grid.block, at.warp);
    const auto pixel = pixels_of(grid, blur, at);
    for (int j = 0; j < blur.taps(); ++j) read_line(warp, blur, pixel, j, true);
    store_result(warp, blur, pixel);
    return warp.take();
  };
  return out;
}

/// The accesses of one warp in one step of the kernels `tiles` (cuda_shared.cu and its siblings). `mask` says that
/// weights come from global rather than from constant memory.
class TileWarp {
 public:
  TileWarp(const Blurred& blur, const WalkedGrid& grid, int slab_rows, bool mask, const WarpPlace& at)
      : blur_(blur),
        block_(grid.block),
        slab_rows_(slab_rows),
        mask_(mask),
        left_(grid.left(at)),
        top_(grid.top(at)),
        pixel_(pixels_of(grid, blur_, at)),
        warp_(grid.block, at.warp) {}

  static int width(const Blurred& blur, BlockShape block) { return block.x + blur.taps() - 1; }

  WarpWork play() {
    const int rows = block_.y + blur_.taps() - 1;
    for (int first = 0; first < rows; first += slab_rows_) {
      const int end = std::min(first + slab_rows_, rows);
      fill(first, end);
      add(first, end);
    }
    store_result(warp_, blur_, pixel_);
    return warp_.take();
  }

 private:
  void fill(int first, int end) {
    for (int down = first; down < end; down += block_.y) {
      for (int across = 0; across < width(blur_, block_); across += block_.x) {
        const auto held = [&](const WarpLane& lane) {  // the place in the tile
          const Pixel at{across + lane.x, down + lane.y};
          return at.y < end && at.x < width(blur_, block_) ? std::optional(at) : std::nullopt;
        };
        warp_.load("input", blur_.bytes, [&](const WarpLane& lane) {
          const std::optional<Pixel> at = held(lane);
          if (!at) return Unit();
          const int y = blur_.row_at(top_ - blur_.radius + at->y);
          const int x = blur_.column_at(left_ - blur_.radius + at->x);
          return x < 0 || y < 0 ? Unit() : Unit(blur_.place(x, y));
        });
        warp_.store_shared("tile", blur_.bytes, [&](const WarpLane& lane) {
          const std::optional<Pixel> at = held(lane);
          return at ? Unit((at->y - first) * width(blur_, block_) + at->x) : Unit();
        });
      }
    }
  }

  /// Adds the rows of the mask that lie over the slab; each lane has its own.
  void add(int first, int end) {
    for (int n = 0; n < std::min(end - first, blur_.taps()); ++n) {
      const auto row = [&](const WarpLane& lane) {
        const int k = std::max(first - lane.y, 0) + n;
        return k < std::min(end - lane.y, blur_.taps()) ? std::optional(k) : std::nullopt;
      };
      for (int i = 0; i < blur_.taps(); ++i) {
        if (mask_) {
          warp_.load("mask", blur_.bytes, [&](const WarpLane& lane) {
            const std::optional<int> k = row(lane);
            return k ? Unit(*k * blur_.taps() + i) : Unit();
          });
        }
        warp_.load_shared("tile", blur_.bytes, [&](const WarpLane& lane) {
          const std::optional<int> k = row(lane);
          return k ? Unit((lane.y + *k - first) * width(blur_, block_) + lane.x + i) : Unit();
        });
      }
    }
  }

  const Blurred& blur_;
  BlockShape block_;
  int slab_rows_;
  bool mask_;
  int left_;
  int top_;
  std::function<std::optional<Pixel>(const WarpLane&)> pixel_;
  WarpRecorder warp_;
};

template <bool Mask>
AccessPattern tiles(const AccessProblem& p) {
  const Blurred blur(p);
  const auto grid = WalkedGrid::over(blur.size, p.block);
  const int slab_rows = tile_slab(p.block, blur.radius, static_cast<std::size_t>(blur.bytes)).rows;
  AccessPattern out = blur.pattern();
  if (Mask) out.arrays.push_back(blur.mask());
  out.arrays.push_back({"tile", true, blur.bytes, {TileWarp::width(blur, p.block), slab_rows}});
  out.launches = {grid.launch("tiles")};
  out.warp_at = [grid](int x, int y) { return grid.place_of(0, x, y); };
  out.work = [blur, grid, slab_rows](const WarpPlace& at) { return TileWarp(blur, grid, slab_rows, Mask, at).play(); };
  return out;
}

/// The accesses of the kernels `across` and `down` (cuda_separable.cu); weights are kernel parameters.
AccessPattern separable(const AccessProblem& p) {
  const Blurred blur(p);
  const auto grid = WalkedGrid::over(blur.size, p.block);
  AccessPattern out = blur.pattern();
  out.arrays.push_back({"between", false, blur.bytes, blur.size});
  out.launches = {grid.launch("across"), grid.launch("down")};
  out.warp_at = [grid](int x, int y) { return grid.place_of(1, x, y); };
  out.work = [blur, grid](const WarpPlace& at) {
    WarpRecorder warp(grid.block, at.warp);
    const auto pixel = pixels_of(grid, blur, at);
    if (at.launch == 0) {
      read_line(warp, blur, pixel, blur.radius, false);
      store_pixels(warp, blur, pixel, "between");
      return warp.take();
    }
    for (int i = 0; i < blur.taps(); ++i) {
      warp.load("between", blur.bytes, [&](const WarpLane& lane) {
        const std::optional<Pixel> of = pixel(lane);
        const int y = of ? blur.row_at(of->y - blur.radius + i) : -1;
        return y < 0 ? Unit() : Unit(blur.place(of->x, y));
      });
    }
    store_result(warp, blur, pixel);
    return warp.take();
  };
  return out;
}

}  // namespace

std::vector<AccessingVariant> accesses() {
  return {{"blur", "cuda_global", true, {32, 8}, global},
          {"blur", "cuda_shared", true, {32, 16}, tiles<true>},
          {"blur", "cuda_shared_restrict", true, {32, 16}, tiles<true>},
          {"blur", "cuda_shared_constant", true, {32, 16}, tiles<false>},
          {"blur", "cuda_separable", true, {32, 8}, separable}};
}

}  // namespace heteroscope::blur
