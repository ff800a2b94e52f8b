#include "kernels/heat/resident/accesses.hpp"

#include <algorithm>

#include "kernels/heat/planes.hpp"
#include "kernels/heat/resident/fit.hpp"
#include "kernels/heat/resident/mail.hpp"
#include "kernels/heat/resident/shape.hpp"

namespace heteroscope::heat {
namespace {

constexpr int letter_words = 3;
constexpr int letter_bytes = 16;
constexpr int route_bytes = 8;
constexpr int word_bytes = 4;
constexpr int quad_bytes = 16;  // read or written by a lane at once
constexpr int warps_that_clear = 16;

/// The facts that are the same for all warps.
template <class Shape>
struct Tiles {
  using Grid = MailGrid<Shape, letter_words>;
  using M = typename Grid::M;

  Planes planes;
  Tiling tiling;
  int steps;  ///< the number of steps that are modeled

  Tiles(const AccessProblem& p, const Planes& of)
      : planes(of),
        tiling(tiling_of<Shape>(of.n, p.device.multiprocessors)),
        steps(std::clamp(p.steps, 1, most_resident_steps)) {}

  [[nodiscard]] Grid grid() const { return {tiling.x, tiling.y, tiling.own_rows}; }
  [[nodiscard]] int warps() const { return ceil_div(tiling.own_rows + 2 * Shape::depth, Shape::rows); }
  [[nodiscard]] int letters_of_a_meeting() const { return tiling.count() * M::letters(tiling.own_rows); }
  /// The routes follow the packets, whose size is no multiple of 256 bytes; this is the number of routes that would fit
  /// between that boundary and the first one.
  [[nodiscard]] int routes_before() const {
    return static_cast<int>(grid().letters_in_all() * letter_bytes % 256) / route_bytes;
  }
  [[nodiscard]] bool meets() const { return steps > Shape::depth; }
  [[nodiscard]] bool wide() const { return planes.n % Shape::vector == 0 && planes.n * planes.bytes % 16 == 0; }

  [[nodiscard]] AccessPattern pattern() const {
    AccessPattern out = planes.pattern();
    const int seams = static_cast<int>(Shape::shared_bytes / sizeof(typename Shape::T));
    out.arrays.push_back({"seams", true, planes.bytes, {seams, 1}});
    if (!meets()) return out;
    const int mail = static_cast<int>(Shape::shared_bytes) / word_bytes;
    const int routes = routes_before() + tiling.count() * M::routes(tiling.own_rows);
    out.arrays.push_back({"mail", true, word_bytes, {mail, 1}});
    out.arrays.push_back({"letters", false, letter_bytes, {2 * letters_of_a_meeting(), 1}});
    out.arrays.push_back({"routes", false, route_bytes, {routes, 1}});
    return out;
  }
};

/// The accesses of cudaMemset on the packets: 4 bytes a lane, as the counters of an H100 show.
template <class Shape>
AccessLaunch clearing(const Tiles<Shape>& tiles) {
  const int threads = lanes_of_a_warp * warps_that_clear;
  const int words = 2 * tiles.letters_of_a_meeting() * letter_bytes / word_bytes;
  return {.label = "letters set to 0",
          .columns = ceil_div(words, threads),
          .rows = 1,
          .warps = warps_that_clear,
          .block = {threads, 1},
          .of_runtime = true};
}
template <class Shape>
WarpWork clear(const Tiles<Shape>& tiles, const WarpPlace& at) {
  const int threads = lanes_of_a_warp * warps_that_clear;
  const std::int64_t words = std::int64_t{2} * tiles.letters_of_a_meeting() * letter_bytes / word_bytes;
  WarpRecorder warp({threads, 1}, at.warp);
  warp.store("letters", word_bytes, [&](const WarpLane& lane) {
    const std::int64_t word = at.block * threads + lane.thread;
    return word < words ? Unit(word) : Unit();
  });
  return warp.take();
}

/// The memory accesses of one warp over the whole launch.
template <class Shape>
class ResidentWarp {
 public:
  using T = typename Shape::T;
  using M = typename Tiles<Shape>::M;
  static constexpr int V = Shape::vector;
  static constexpr int R = Shape::rows;
  static constexpr int D = Shape::depth;
  static constexpr int rim = Shape::rim;
  static constexpr int parts = V * static_cast<int>(sizeof(T)) / quad_bytes;  ///< 16-byte accesses that 4 values take

  ResidentWarp(const Tiles<Shape>& tiles, const WarpPlace& at)
      : tiles_(tiles),
        n_(tiles.planes.n),
        own_rows_(tiles.tiling.own_rows),
        tile_x_(static_cast<int>(at.block) % tiles.tiling.x),
        tile_y_(static_cast<int>(at.block) / tiles.tiling.x),
        number_(at.warp),
        threads_(lanes_of_a_warp * tiles.warps()),
        t0_(at.warp * R),
        y0_(tile_y_ * own_rows_ - D + t0_),
        warp_({threads_, 1}, at.warp) {}

  WarpWork play() {
    for (int r = 0; r < R; ++r) {
      if (y0_ + r >= 0 && y0_ + r < n_)
        cells(Access::global_load, state_names[0], y0_ + r, [](const WarpLane&) { return true; });
    }
    if (tiles_.meets()) plan_routes();
    for (int step = 0; step < tiles_.steps; ++step) {
      if (step > 0 && step % D == 0) meet(step / D);
      hand_seams(step % 2);
    }
    write();
    return warp_.take();
  }

 private:
  [[nodiscard]] int column(const WarpLane& lane) const { return tile_x_ * Shape::columns + (lane.number - rim) * V; }
  [[nodiscard]] static bool own_lane(const WarpLane& lane) { return lane.number >= rim && lane.number < 32 - rim; }

  /// The lanes access their columns of a row of a plane: 4 together, or one by one where not all of them lie in the
  /// grid.
  template <class Takes>
  void cells(Access how, std::string_view plane, int y, Takes takes) {
    if (tiles_.wide()) {
      for (int part = 0; part < parts; ++part) {
        warp_.record(how, plane, quad_bytes, [&](const WarpLane& lane) {
          const int x = column(lane);
          const std::int64_t first = tiles_.planes.place(x, y) * static_cast<int>(sizeof(T)) / quad_bytes;
          return takes(lane) && x >= 0 && x < n_ ? Unit(first + part) : Unit();
        });
      }
      return;
    }
    for (int j = 0; j < V; ++j) {
      warp_.record(how, plane, sizeof(T), [&](const WarpLane& lane) {
        const int x = column(lane) + j;
        return takes(lane) && x >= 0 && x < n_ ? Unit(tiles_.planes.place(x, y)) : Unit();
      });
    }
  }

  /// The lanes access 4 neighboring values in shared memory. `quad(lane)` gives the index of the first, in units of 4
  /// values, for lanes that take part. `always` says that no branch leads around the access.
  template <class QuadOf>
  void quads(Access how, std::string_view array, QuadOf quad, bool always = false) {
    for (int part = 0; part < parts; ++part) {
      const auto where = [&](const WarpLane& lane) {
        const Unit at = quad(lane);
        return at ? Unit(*at * parts + part) : Unit();
      };
      if (always) {
        warp_.record_always(how, array, quad_bytes, where);
      } else {
        warp_.record(how, array, quad_bytes, where);
      }
    }
  }

  void hand_seams(int half) {
    const auto seam = [&](Access how, int which, int of_warp) {
      quads(how, "seams", [&](const WarpLane& lane) {
        return Unit(((half * 2 + which) * Shape::most_warps + of_warp) * lanes_of_a_warp + lane.number);
      });
    };
    seam(Access::shared_store, 0, number_);
    seam(Access::shared_store, 1, number_);
    seam(Access::shared_load, 1, std::max(number_ - 1, 0));
    seam(Access::shared_load, 0, std::min(number_ + 1, tiles_.warps() - 1));
  }

  /// The index of the block's first route.
  [[nodiscard]] std::int64_t routes() const {
    return tiles_.routes_before() + std::int64_t{tile_y_ * tiles_.tiling.x + tile_x_} * M::routes(own_rows_);
  }
  void plan_routes() {
    for (int first = 0; first < M::routes(own_rows_); first += threads_) {
      warp_.store("routes", route_bytes, [&](const WarpLane& lane) {
        const int i = first + lane.thread;
        return i < M::routes(own_rows_) ? Unit(routes() + i) : Unit();
      });
    }
  }

  void meet(int meeting) {
    lay_out();
    send(meeting);
    receive(meeting);
    pick_up();
  }

  /// The index, in units of 4 values, of a word of the halo in shared memory (a multiple of 4 values). `in_half` is 0
  /// for what is sent and 1 for what is received.
  static std::int64_t quad_of(int word, int in_half) {
    return in_half * Shape::quads_in_half + word / (V * static_cast<int>(sizeof(T)) / word_bytes);
  }

  void lay_out() {
    constexpr int width = Shape::columns / V;
    const auto own = [](const WarpLane& lane) { return lane.number - rim; };
    const auto half = [](const WarpLane& lane) { return lane.number < 16 ? 0 : 1; };
    for (int r = 0; r < R; ++r) {
      quads(Access::shared_store, "mail", [&](const WarpLane& lane) {
        const int place = half(lane) == 0 ? own(lane) : own(lane) - (width - rim);
        const bool edge = place >= 0 && place < rim;
        return edge ? Unit(quad_of(M::side(half(lane)), 0) + (t0_ + r) * rim + place) : Unit();
      });
    }
    if (Shape::is_inside(t0_, own_rows_)) return;
    for (int r = 0; r < R; ++r) {
      const auto band = [&](int which, int row) {
        const auto place = [&](const WarpLane& lane) {
          const bool takes = row >= 0 && row < D && own_lane(lane);
          return takes ? Unit(quad_of(M::band(which), 0) + row * width + own(lane)) : Unit();
        };
        quads(Access::shared_store, "mail", place, true);
      };
      band(0, t0_ + r - D);
      band(1, t0_ + r - own_rows_);
    }
  }

  void send(int meeting) {
    constexpr int batch = 4;
    const int in_side = M::side_letters(own_rows_);
    const int in_half = in_side + M::band_letters;
    const std::int64_t box = box_of(meeting) + tiles_.grid().box(tile_x_, tile_y_);
    for (int first = 0; first < 2 * in_half; first += batch * threads_) {
      for (int b = 0; b < batch; ++b) {
        for (int j = 0; j < letter_words; ++j) {
          warp_.load_shared("mail", word_bytes, [&](const WarpLane& lane) {
            const int at = first + lane.thread + b * threads_;
            const int half = at >= in_half ? 1 : 0;
            const int k = at - half * in_half;
            const int from = k < in_side ? M::side(half) + M::corner_size : M::band(half) - letter_words * in_side;
            return at < 2 * in_half ? Unit(from + letter_words * k + j) : Unit();
          });
        }
      }
      for (int b = 0; b < batch; ++b) {
        warp_.store("letters", letter_bytes, [&](const WarpLane& lane) {
          const int at = first + lane.thread + b * threads_;
          return at < 2 * in_half ? Unit(box + at) : Unit();
        });
      }
    }
  }

  void receive(int meeting) {
    constexpr int batch = 3;
    const int count = M::routes(own_rows_);
    const auto mail_in = static_cast<std::int64_t>(Shape::shared_bytes / 2 / word_bytes);
    const int own = lanes_of_a_warp * number_;  // the index of the warp's first thread in its block
    for (int first = 0; first + own < count; first += batch * threads_) {
      const auto route = [&](const WarpLane& lane, int b) {
        const int i = first + lane.thread + b * threads_;
        return i < count ? tiles_.grid().route(tile_x_, tile_y_, i) : Route{0, 0};
      };
      for (int b = 0; b < batch; ++b) {
        warp_.load("routes", route_bytes, [&](const WarpLane& lane) {
          const int i = first + lane.thread + b * threads_;
          return i < count ? Unit(routes() + i) : Unit();
        });
      }
      for (int b = 0; b < batch; ++b) {
        warp_.load("letters", letter_bytes, [&](const WarpLane& lane) {
          const Route way = route(lane, b);
          return way.wants_any() ? Unit(box_of(meeting) + way.letter) : Unit();
        });
      }
      for (int b = 0; b < batch; ++b) {
        for (int j = 0; j < letter_words; ++j) {
          warp_.record_always(Access::shared_store, "mail", word_bytes, [&](const WarpLane& lane) {
            const Route way = route(lane, b);
            return way.wants(j) ? Unit(mail_in + way.place() + j) : Unit();
          });
        }
      }
    }
  }

  void pick_up() {
    constexpr int width = Shape::columns / V;
    const auto inside = [&](const WarpLane& lane) { return column(lane) >= 0 && column(lane) < n_; };
    const auto side = [&](const WarpLane& lane, int row) {
      const int half = lane.number < 16 ? 0 : 1;
      return quad_of(M::side(half), 1) + row * rim + (half == 0 ? lane.number : lane.number - (32 - rim));
    };
    const bool whole = Shape::is_inside(t0_, own_rows_);
    const int begin = tile_y_ == 0 ? D : 0;
    const int end = std::min(own_rows_ + 2 * D, n_ - tile_y_ * own_rows_ + D);
    for (int r = 0; r < R; ++r) {
      const int t = t0_ + r;
      quads(Access::shared_load, "mail", [&](const WarpLane& lane) {
        if (!inside(lane)) return Unit();
        if (whole) return own_lane(lane) ? Unit() : Unit(side(lane, t));
        const bool foreign = !own_lane(lane) || t < D || t >= own_rows_ + D;
        if (!foreign || t < begin || t >= end) return Unit();
        if (!own_lane(lane)) return Unit(side(lane, t));
        const int row = t < D ? t : t - own_rows_;  // the lower band follows the upper one
        return Unit(quad_of(M::band(0), 1) + row * width + lane.number - rim);
      });
    }
  }

  void write() {
    for (int r = 0; r < R; ++r) {
      const int y = y0_ + r;
      if (t0_ + r < D || t0_ + r >= own_rows_ + D || y >= n_) continue;
      cells(Access::global_store, "result", y, own_lane);
      for (const WarpLane& lane : warp_.lanes()) {
        for (int j = 0; j < V; ++j) {
          if (own_lane(lane) && column(lane) + j < n_) warp_.computes(lane, column(lane) + j, y);
        }
      }
    }
  }

  /// The index of the first packet of an exchange, even or odd.
  [[nodiscard]] std::int64_t box_of(int meeting) const { return meeting % 2 == 0 ? 0 : tiles_.letters_of_a_meeting(); }

  const Tiles<Shape>& tiles_;
  int n_;
  int own_rows_;
  int tile_x_, tile_y_;
  int number_;
  int threads_;  ///< threads of the block
  int t0_;       ///< the tile's row that is this warp's first
  int y0_;       ///< the grid's row that is this warp's first
  WarpRecorder warp_;
};

template <class Shape>
AccessPattern pattern_of(const AccessProblem& p) {
  const Tiles<Shape> tiles(p, Planes(p));
  AccessPattern out = tiles.pattern();
  const int block = lanes_of_a_warp * tiles.warps();
  if (tiles.meets()) out.launches.push_back(clearing(tiles));
  const int last = static_cast<int>(out.launches.size());
  out.launches.push_back(
      {.label = p.steps > tiles.steps ? "resident, the first " + std::to_string(tiles.steps) + " steps" : "resident",
       .columns = tiles.tiling.count(),
       .rows = 1,
       .warps = tiles.warps(),
       .block = {block, 1}});
  out.warp_at = [tiling = tiles.tiling, last](int x, int y) {
    const int row = y % tiling.own_rows + Shape::depth;  // the row within the tile
    return WarpPlace{last, y / tiling.own_rows * tiling.x + x / Shape::columns, row / Shape::rows, 0};
  };
  out.work = [tiles, last](const WarpPlace& at) {
    return at.launch == last ? ResidentWarp<Shape>(tiles, at).play() : clear(tiles, at);
  };
  return out;
}

}  // namespace

AccessPattern resident_accesses(const AccessProblem& p) {
  AccessPattern out;
  with_precision(p.precision, [&]<class T>() {
    with_shape<T>(p.output.size.width, p.device.multiprocessors, [&]<class Shape>() { out = pattern_of<Shape>(p); });
  });
  return out;
}

std::string resident_unfit(const AccessProblem& p) {
  return why_not_resident(*std::any_cast<Parameters>(p.parameters), p.output.size.width, p.precision,
                          p.device.multiprocessors);
}

}  // namespace heteroscope::heat
