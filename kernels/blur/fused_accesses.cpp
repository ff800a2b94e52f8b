#include "kernels/blur/fused_accesses.hpp"

#include <algorithm>
#include <cstdlib>

#include "kernels/blur/fused_shape.hpp"
#include "kernels/blur/window_accesses.hpp"
#include "kernels/marches.hpp"

namespace heteroscope::blur {
namespace {

/// The kernel's template arguments and what follows from them, as numbers.
struct Shape {
  int radius, bytes, strip, apron, line, chunk, vector, taps, blocks;
  int (*rows_each)(int height, int warps);
};

template <class T, int R, bool Exact>
Shape shape_of() {
  using Of = FusedShape<T, R, Exact>;
  return {R, sizeof(T), Of::strip, Of::apron, Of::line, Of::chunk, Of::vector, Of::taps, Of::blocks, Of::rows_each};
}

/// The accesses of one warp in one step of its march.
class FusedWarp {
 public:
  FusedWarp(const Shape& shape, const Blurred& blur, const Marches& marches, const WarpPlace& at)
      : shape_(shape),
        blur_(blur),
        wide_(blur.size.width % shape.chunk == 0),
        step_(static_cast<int>(at.step)),
        own_(std::int64_t{at.warp} * fused_stages * shape.line),
        warp_({32, 1}, 0) {
    const int task = static_cast<int>(at.block) * fused_warps + at.warp;
    begin_ = task / marches.strips * marches.rows_each;
    end_ = std::min(begin_ + marches.rows_each, marches.height);
    x0_ = task % marches.strips * shape.strip;
  }

  WarpWork play() {
    const int rows = end_ - begin_ + 2 * shape_.radius;  // of the input
    if (begin_ >= end_ || step_ >= rows) return {};
    if (step_ == 0) {
      for (int n = 0; n < std::min(fused_stages - 1, rows); ++n) fetch(n);
    }
    if (step_ + fused_stages - 1 < rows) fetch(step_ + fused_stages - 1);
    read_line();
    if (step_ >= 2 * shape_.radius) store(begin_ + step_ - 2 * shape_.radius);
    return warp_.take();
  }

 private:
  /// The first value of the n-th row's line.
  [[nodiscard]] std::int64_t line(int n) const { return own_ + n % fused_stages * shape_.line; }
  /// The column of a line's first value.
  [[nodiscard]] int left() const { return x0_ - shape_.apron; }

  /// Whether the lane's columns all lie inside of the image and can be copied by chunks.
  [[nodiscard]] bool inside(const WarpLane& lane) const {
    const int place = lane.number * shape_.chunk;
    const int last = place + (shape_.line - 1 - place) / (32 * shape_.chunk) * (32 * shape_.chunk);
    return wide_ && left() + place >= 0 && left() + last + shape_.chunk <= blur_.size.width;
  }

  /// InnerFeed::start() and StripFeed::start(); both do the same where all of a strip is inside.
  void fetch(int n) {
    const int y = begin_ - shape_.radius + n;
    const bool in_image = y >= 0 && y < blur_.size.height;
    for (int i = 0; i < shape_.line; i += 32 * shape_.chunk) {
      const auto copied = [&](const WarpLane& lane, std::int64_t first) {
        const int place = i + lane.number * shape_.chunk;
        return in_image && inside(lane) && place < shape_.line ? Unit((first + place) / shape_.chunk) : Unit();
      };
      copy(
          16, [&](const WarpLane& lane) { return copied(lane, blur_.place(left(), y)); },
          [&](const WarpLane& lane) { return copied(lane, line(n)); });
    }
    for (int i = 0; i < 2 * shape_.chunk; ++i) copy_value(n, i, y, in_image);
  }

  /// StripFeed::start_values() for the i-th value of each lane.
  void copy_value(int n, int i, int y, bool in_image) {
    const int source = blur_.row_at(y);
    const auto place = [&](const WarpLane& lane) {  // in the line
      const int at = wide_ ? i / shape_.chunk * (32 * shape_.chunk) + lane.number * shape_.chunk + i % shape_.chunk
                           : i * 32 + lane.number;
      return at < shape_.line && !(in_image && inside(lane)) ? std::optional(at) : std::nullopt;
    };
    const auto from = [&](const WarpLane& lane) {
      const std::optional<int> at = place(lane);
      const int x = at ? blur_.column_at(left() + *at) : -1;
      return x < 0 || source < 0 ? Unit() : Unit(blur_.place(x, source));
    };
    const auto to = [&](const WarpLane& lane, bool copied) {
      const std::optional<int> at = place(lane);
      return at && from(lane).has_value() == copied ? Unit(line(n) + *at) : Unit();
    };
    warp_.store_shared("lines", shape_.bytes, [&](const WarpLane& lane) { return to(lane, false); });  // zeros
    copy(shape_.bytes, from, [&](const WarpLane& lane) { return to(lane, true); });
  }

  template <class From, class To>
  void copy(int size, From from, To to) {
    if (!warp_.record(Access::global_load, "input", size, from, Manner::copy)) return;
    warp_.record(Access::shared_store, "lines", size, to, Manner::copy);
    // The compiler puts so many loads with all lanes masked off ahead of each asynchronous copy.
    constexpr int before_a_copy = 3;
    warp_.idle(Access::shared_load, before_a_copy);
  }

  /// Whether some column of the lane has a tap over value i of those that the lane reads.
  [[nodiscard]] bool is_used(int i) const {
    const int tap = i - (shape_.apron - shape_.radius);  // over the first column; one less over each of the others
    return tap >= 0 && tap - (shape_.vector - 1) < shape_.taps;
  }

  /// The lanes read vectors of values. Where only one value of a vector is used, or two of one half, the compiler reads
  /// that part alone.
  void read_line() {
    const int vector = shape_.vector;
    for (int i = 0; i < shape_.apron + shape_.radius + vector; i += vector) {
      int first = vector;
      int last = -1;
      for (int j = 0; j < vector; ++j) {
        if (!is_used(i + j)) continue;
        first = std::min(first, j);
        last = j;
      }
      if (last < 0) continue;
      int part = 1;  // values; the access lies at a multiple of as many
      while (first / part != last / part) part *= 2;
      const bool asked = vector > 1 || has_tap(i);
      warp_.record_always(Access::shared_load, "lines", part * shape_.bytes, [&](const WarpLane& lane) {
        const std::int64_t at = line(step_) + lane.number * vector + i + first;
        return asked ? Unit(at / part) : Unit();
      });
    }
  }
  /// Whether the radius has a tap over value i; single values without one are not read.
  [[nodiscard]] bool has_tap(int i) const { return std::abs(i - shape_.apron) <= blur_.radius; }

  void store(int y) {
    const auto x = [&](const WarpLane& lane) { return x0_ + lane.number * shape_.vector; };
    const auto whole = [&](const WarpLane& lane) { return wide_ && x(lane) + shape_.vector <= blur_.size.width; };
    const auto value = [&](const WarpLane& lane, int i) { return x(lane) + i < blur_.size.width; };
    warp_.store("result", shape_.vector * shape_.bytes, [&](const WarpLane& lane) {
      return whole(lane) ? Unit(blur_.place(x(lane), y) / shape_.vector) : Unit();
    });
    for (int i = 0; i < shape_.vector; ++i) {
      warp_.store("result", shape_.bytes, [&](const WarpLane& lane) {
        return !whole(lane) && value(lane, i) ? Unit(blur_.place(x(lane) + i, y)) : Unit();
      });
    }
    for (const WarpLane& lane : warp_.lanes()) {
      for (int i = 0; i < shape_.vector; ++i) {
        if (value(lane, i)) warp_.computes(lane, x(lane) + i, y);
      }
    }
  }

  const Shape& shape_;
  const Blurred& blur_;
  bool wide_;
  int step_;
  std::int64_t own_;  ///< the first value of the warp's lines
  int begin_ = 0;     ///< the first row of the result
  int end_ = 0;
  int x0_ = 0;
  WarpRecorder warp_;
};

AccessPattern fused(const AccessProblem& p, const Shape& shape) {
  const Blurred blur(p);
  const Marches marches = cut_into_marches(blur.size, shape.strip, p.device, shape.blocks * fused_warps,
                                           [&](int warps) { return shape.rows_each(blur.size.height, warps); });
  AccessPattern out = blur.pattern();
  out.arrays.push_back({"lines", true, blur.bytes, {shape.line, fused_stages * fused_warps}});
  out.launches = {
      marches.launch("strips", fused_warps, std::min(marches.rows_each, marches.height) + 2 * shape.radius)};
  out.warp_at = [=](int x, int y) { return marches.place_of(x, y, fused_warps, 2 * shape.radius); };
  out.work = [=](const WarpPlace& at) { return FusedWarp(shape, blur, marches, at).play(); };
  return out;
}

}  // namespace

AccessPattern fused_accesses(const AccessProblem& p) {
  return with_precision(p.precision, [&]<class T>() {
    return with_fused_radius(std::any_cast<Parameters>(p.parameters)->radius,
                             [&]<int R, bool Exact>() { return fused(p, shape_of<T, R, Exact>()); });
  });
}

}  // namespace heteroscope::blur
