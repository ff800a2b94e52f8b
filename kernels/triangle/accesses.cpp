#include "kernels/triangle/accesses.hpp"

#include "kernels/triangle/mapped_accesses.hpp"
#include "kernels/triangle/mapping/bb.hpp"
#include "kernels/triangle/mapping/dp.hpp"
#include "kernels/triangle/mapping/fr.hpp"
#include "kernels/triangle/mapping/fr_basic.hpp"
#include "kernels/triangle/mapping/linear.hpp"
#include "kernels/triangle/mapping/ltm.hpp"
#include "kernels/triangle/mapping/rb.hpp"
#include "kernels/triangle/mapping/rec.hpp"

namespace heteroscope::triangle {
namespace {

/// The accesses of one warp of the kernel `linear_cells` (cuda_linear.cu).
template <class T>
class LinearWarp {
 public:
  using L = Linear<T>;

  LinearWarp(Size size, bool reads, const WarpPlace& at)
      : size_(size),
        wide_(size.width % L::vector == 0),
        reads_(reads),
        strip_(L::place(static_cast<int>(at.block % L::grid_columns), static_cast<int>(at.block / L::grid_columns))),
        warp_({L::threads, 1}, at.warp) {}

  WarpWork play() {
    if (reads_) load_columns();
    for (int r = 0; r < L::rows; ++r) {
      const int row = strip_.row + r;
      if (row >= size_.height) continue;
      if (reads_) {
        for (const int line : {0, size_.width})
          warp_.load("points", sizeof(T), [&](const WarpLane&) { return Unit(line + row); });
      }
      store(row);
    }
    return warp_.take();
  }

 private:
  [[nodiscard]] int column(const WarpLane& lane, int i) const {
    return strip_.column + (wide_ ? lane.thread * L::vector + i : lane.thread + i * L::threads);
  }

  void load_columns() {
    for (int i = 0; i < (wide_ ? 1 : L::vector); ++i) {
      for (const int line : {0, size_.width}) {
        const int unit = wide_ ? L::vector : 1;
        warp_.load("points", unit * static_cast<int>(sizeof(T)), [&](const WarpLane& lane) {
          const int at = column(lane, i);
          return at < size_.width ? Unit((line + at) / unit) : Unit();
        });
      }
    }
  }

  void store(int row) {
    const std::int64_t first = std::int64_t{row} * size_.width;
    const auto whole = [&](const WarpLane& lane) { return wide_ && column(lane, L::vector - 1) <= row; };
    warp_.store("result", 16, [&](const WarpLane& lane) {
      return whole(lane) ? Unit((first + column(lane, 0)) / L::vector) : Unit();
    });
    for (int i = 0; i < L::vector; ++i) {
      warp_.store("result", sizeof(T), [&](const WarpLane& lane) {
        return !whole(lane) && column(lane, i) <= row ? Unit(first + column(lane, i)) : Unit();
      });
    }
    for (const WarpLane& lane : warp_.lanes()) {
      for (int i = 0; i < L::vector; ++i) {
        if (column(lane, i) <= row) warp_.computes(lane, column(lane, i), row);
      }
    }
  }

  Size size_;
  bool wide_;
  bool reads_;
  typename L::Strip strip_;
  WarpRecorder warp_;
};

template <class T>
AccessPattern linear_accesses(const AccessProblem& p) {
  using L = Linear<T>;
  const Size size = p.output.size;
  const Grid grid = L::grid(size.height);
  AccessPattern out = pattern_of(p);
  out.launches = {
      {.columns = grid.columns, .rows = grid.rows, .warps = warps_of(L::threads), .block = {L::threads, 1}}};
  const bool wide = size.width % L::vector == 0;
  out.warp_at = [wide](int x, int y) -> std::optional<WarpPlace> {
    if (x > y) return std::nullopt;
    const int thread = wide ? x % L::columns / L::vector : x % L::threads;
    return WarpPlace{0, L::block_of(y, x), thread / lanes_of_a_warp, 0};
  };
  const bool reads = std::any_cast<Parameters>(p.parameters)->cost != Cost::constant;
  out.work = [size, reads](const WarpPlace& at) { return LinearWarp<T>(size, reads, at).play(); };
  return out;
}

AccessPattern linear(const AccessProblem& p) {
  return with_precision(p.precision, [&]<class T>() { return linear_accesses<T>(p); });
}

}  // namespace

std::vector<AccessingVariant> accesses() {
  return {
#define HETEROSCOPE_MAPPING(variant, mapping) {"cells", #variant, true, default_block, mapped_accesses<mapping>},
#include "kernels/triangle/mappings.inc"
#undef HETEROSCOPE_MAPPING
      {"cells", "cuda_linear", false, {Linear<float>::threads, 1}, linear},
  };
}

}  // namespace heteroscope::triangle
