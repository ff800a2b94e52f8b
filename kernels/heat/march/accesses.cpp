#include "kernels/heat/march/accesses.hpp"

#include <algorithm>

#include "core/base/ceil_div.hpp"
#include "kernels/heat/march/shape.hpp"
#include "kernels/heat/planes.hpp"
#include "kernels/marches.hpp"

namespace heteroscope::heat {
namespace {

/// The number of a march's steps, over so many rows: its loop does `turn` of them at a time.
template <class Shape>
int steps_of(int rows, int levels) {
  return ceil_div(rows + 2 * levels, Shape::turn) * Shape::turn;
}

/// The memory accesses of one warp in one step of its march.
template <class T, int Levels, int Group, int Terms>
class MarchWarp {
 public:
  using Shape = MarchShape<Levels, Group, Terms>;
  static constexpr int V = Shape::vector;

  MarchWarp(const Planes& planes, const Marches& marches, const WarpPlace& at)
      : planes_(planes), wide_(planes.n * planes.bytes % 16 == 0), step_(static_cast<int>(at.step)), warp_({32, 1}, 0) {
    const int task = static_cast<int>(at.block) * march_warps + at.warp;
    begin_ = task / marches.strips * marches.rows_each;
    end_ = std::min(begin_ + marches.rows_each, planes.n);
    x0_ = task % marches.strips * Shape::strip;
  }

  WarpWork play() {
    if (begin_ >= end_ || step_ >= steps_of<Shape>(end_ - begin_, Levels)) return {};
    if (step_ == 0) {
      for (int row = 0; row < Shape::ahead; ++row) fetch(begin_ - Levels + row);
    }
    fetch(begin_ - Levels + step_ + Shape::ahead);
    const int y = begin_ - 2 * Levels + step_;
    if (y >= begin_ && y < end_) store(y);
    return warp_.take();
  }

 private:
  [[nodiscard]] int column(const WarpLane& lane) const { return x0_ + (lane.number - Shape::rim) * V; }
  /// Whether the lane's 4 columns all lie in the plane and are read and written as a vector.
  [[nodiscard]] bool whole(const WarpLane& lane) const {
    return wide_ && column(lane) >= 0 && column(lane) + V <= planes_.n;
  }

  void fetch(int y) {
    if (y < 0 || y >= std::min(end_ + Levels, planes_.n)) return;
    for (int i = 0; i < Terms; ++i) touch(Access::global_load, state_names[i], y, [](const WarpLane&) { return true; });
  }

  void store(int y) {
    const auto writes = [](const WarpLane& lane) { return lane.number >= Shape::rim && lane.number < 32 - Shape::rim; };
    touch(Access::global_store, "result", y, writes);
    for (const WarpLane& lane : warp_.lanes()) {
      for (int j = 0; j < V; ++j) {
        if (writes(lane) && column(lane) + j < planes_.n) warp_.computes(lane, column(lane) + j, y);
      }
    }
  }

  /// The lanes access their columns of a row: 16 bytes at a time, or one by one where not all of them lie in the plane.
  template <class Takes>
  void touch(Access how, std::string_view plane, int y, Takes takes) {
    constexpr int vector = 16 / static_cast<int>(sizeof(T));
    for (int j = 0; j < V; j += vector) {
      warp_.record(how, plane, 16, [&](const WarpLane& lane) {
        return takes(lane) && whole(lane) ? Unit((planes_.place(column(lane), y) + j) / vector) : Unit();
      });
    }
    for (int j = 0; j < V; ++j) {
      warp_.record(how, plane, sizeof(T), [&](const WarpLane& lane) {
        const int x = column(lane) + j;
        return takes(lane) && !whole(lane) && x >= 0 && x < planes_.n ? Unit(planes_.place(x, y)) : Unit();
      });
    }
  }

  const Planes& planes_;
  bool wide_;
  int step_;
  int begin_ = 0;  ///< the first row of the result
  int end_ = 0;
  int x0_ = 0;
  WarpRecorder warp_;
};

template <class T, int Levels, int Group, int Terms>
AccessPattern marches_of(const AccessProblem& p, const Planes& planes) {
  using Shape = MarchShape<Levels, Group, Terms>;
  const Marches marches = cut_into_marches({planes.n, planes.n}, Shape::strip, p.device,
                                           least_blocks<T, Levels, Group, Terms>() * march_warps,
                                           [&](int warps) { return rows_of_march<Levels>(planes.n, warps); });
  AccessPattern out = planes.pattern();
  out.launches = {
      marches.launch("marches", march_warps, steps_of<Shape>(std::min(marches.rows_each, planes.n), Levels))};
  out.warp_at = [marches](int x, int y) { return marches.place_of(x, y, march_warps, 2 * Levels); };
  out.work = [planes, marches](const WarpPlace& at) {
    return MarchWarp<T, Levels, Group, Terms>(planes, marches, at).play();
  };
  return out;
}

}  // namespace

AccessPattern march_accesses(const AccessProblem& p) {
  const Planes planes(p);
  const bool every_state = planes.scheme.terms > 1;  // a multistep method needs every intermediate state
  return with_precision(p.precision, [&]<class T>() {
    return with_march<T>(
        planes.scheme.passes, planes.scheme.terms, every_state ? 1 : p.steps,
        [&]<int Levels, int Group, int Terms>() { return marches_of<T, Levels, Group, Terms>(p, planes); });
  });
}

}  // namespace heteroscope::heat
