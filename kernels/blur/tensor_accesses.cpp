#include "kernels/blur/tensor_accesses.hpp"

#include <algorithm>

#include "kernels/blur/tensor_shape.hpp"
#include "kernels/blur/window_accesses.hpp"
#include "kernels/marches.hpp"

namespace heteroscope::blur {
namespace {

/// The kernel's template arguments and what follows from them, as numbers.
struct Shape {
  int reach, bytes, strip, tiles, pieces, apron, blocks;
  int (*rows_each)(int rows, int marches);

  /// The number of steps of a march over so many rows.
  [[nodiscard]] int steps(int rows) const { return ceil_div(rows, tile_rows) + lead(); }
  /// The number of steps before the first one that stores.
  [[nodiscard]] int lead() const { return 2 * reach; }
};

template <class T, int Reach>
Shape shape_of() {
  using Of = TensorShape<T, Reach>;
  return {Reach, sizeof(T), Of::strip, Of::tiles, Of::pieces, Of::apron, Of::blocks, Of::rows_each};
}

/// The accesses of one warp in one step of its march.
class TensorWarp {
 public:
  TensorWarp(const Shape& shape, const Blurred& blur, const Marches& marches, const WarpPlace& at)
      : shape_(shape),
        blur_(blur),
        wide_(blur.size.width * blur.bytes % 16 == 0),
        step_(static_cast<int>(at.step)),
        warp_({lanes_of_a_warp, 1}, 0) {
    const int task = static_cast<int>(at.block) * tensor_warps + at.warp;
    begin_ = task / marches.strips * marches.rows_each;
    end_ = std::min(begin_ + marches.rows_each, marches.height);
    x0_ = task % marches.strips * shape.strip;
  }

  WarpWork play() {
    if (begin_ >= end_ || step_ >= shape_.steps(end_ - begin_)) return {};
    fetch();
    if (step_ >= shape_.lead()) {
      for (int tile = 0; tile < shape_.tiles; ++tile)
        store(x0_ + tile * tile_columns, begin_ + (step_ - shape_.lead()) * tile_rows);
    }
    return warp_.take();
  }

 private:
  // a lane's position in the matrix fragments: groupID and threadID_in_group of the PTX ISA
  static int group(const WarpLane& lane) { return lane.number / 4; }
  static int member(const WarpLane& lane) { return lane.number % 4; }

  /// BorderedRows::read() of all pieces; InnerRows reads the same where everything lies inside of the image. A lane
  /// reads 4 neighbors of one row: 16 bytes at a time, or one by one where not all lie in the image.
  void fetch() {
    constexpr int columns = 4;
    const auto row = [&](const WarpLane& lane) {
      return blur_.row_at(begin_ - shape_.apron + step_ * tile_rows + group(lane));
    };
    const int vector = 16 / blur_.bytes;
    for (int piece = 0; piece < shape_.pieces; ++piece) {
      const auto first = [&](const WarpLane& lane) {
        return x0_ - shape_.apron + piece * tile_columns + columns * member(lane);
      };
      const auto whole = [&](const WarpLane& lane) {
        return wide_ && first(lane) >= 0 && first(lane) + columns <= blur_.size.width;
      };
      for (int i = 0; i < columns; i += vector) {
        warp_.load("input", 16, [&](const WarpLane& lane) {
          return row(lane) >= 0 && whole(lane) ? Unit((blur_.place(first(lane), row(lane)) + i) / vector) : Unit();
        });
      }
      for (int i = 0; i < columns; ++i) {
        warp_.load("input", blur_.bytes, [&](const WarpLane& lane) {
          if (row(lane) < 0 || whole(lane)) return Unit();
          const int x = blur_.column_at(first(lane) + i);
          return x >= 0 ? Unit(blur_.place(x, row(lane))) : Unit();
        });
      }
    }
  }

  /// store(): each lane writes two neighbors in two rows.
  void store(int left, int top) {
    const auto column = [&](const WarpLane& lane) { return left + 2 * group(lane); };
    for (int i = 0; i < 2; ++i) {
      const auto row = [&](const WarpLane& lane) { return top + 2 * member(lane) + i; };
      const auto both = [&](const WarpLane& lane) { return wide_ && column(lane) + 2 <= blur_.size.width; };
      warp_.store("result", 2 * blur_.bytes, [&](const WarpLane& lane) {
        return row(lane) < end_ && both(lane) ? Unit(blur_.place(column(lane), row(lane)) / 2) : Unit();
      });
      for (int j = 0; j < 2; ++j) {
        const auto is_there = [&](const WarpLane& lane) {
          return row(lane) < end_ && column(lane) + j < blur_.size.width;
        };
        warp_.store("result", blur_.bytes, [&](const WarpLane& lane) {
          return is_there(lane) && !both(lane) ? Unit(blur_.place(column(lane) + j, row(lane))) : Unit();
        });
        for (const WarpLane& lane : warp_.lanes()) {
          if (is_there(lane)) warp_.computes(lane, column(lane) + j, row(lane));
        }
      }
    }
  }

  const Shape& shape_;
  const Blurred& blur_;
  bool wide_;
  int step_;
  int begin_ = 0;  ///< the first row of the result
  int end_ = 0;
  int x0_ = 0;
  WarpRecorder warp_;
};

AccessPattern marches_of(const AccessProblem& p, const Shape& shape) {
  const Blurred blur(p);
  const Marches marches = cut_into_marches(blur.size, shape.strip, p.device, shape.blocks * tensor_warps,
                                           [&](int warps) { return shape.rows_each(blur.size.height, warps); });
  AccessPattern out = blur.pattern();
  out.launches = {marches.launch("strips", tensor_warps, shape.steps(std::min(marches.rows_each, marches.height)))};
  out.warp_at = [=](int x, int y) {
    WarpPlace at = marches.place_of(x, y, tensor_warps, 0);
    at.step = at.step / tile_rows + shape.lead();
    return at;
  };
  out.work = [=](const WarpPlace& at) { return TensorWarp(shape, blur, marches, at).play(); };
  return out;
}

}  // namespace

AccessPattern tensor_accesses(const AccessProblem& p) {
  return with_precision(p.precision, [&]<class T>() {
    return with_reach(std::any_cast<Parameters>(p.parameters)->radius,
                      [&]<int Reach>() { return marches_of(p, shape_of<T, Reach>()); });
  });
}

}  // namespace heteroscope::blur
