#include "tests/conformance/heat_problem.hpp"

/// What heat's resident kernel touches, against it played thread by thread.
namespace heteroscope::heat {
namespace {

/// resident/kernel.cuh, played thread by thread. A tile has `depth` rows and columns of its neighbors' around `own` of
/// its own; places in shared memory and in messages are counted in words of 4 bytes.
class ResidentPlay {
 public:
  ResidentPlay(const Problem& p, int rows, int depth) : p_(p), rows_(rows), depth_(depth) {
    tiles_x_ = up(p.n, columns());
    own_ = std::max(up(p.n, std::max(p.device.multiprocessors / tiles_x_, 1)), depth);
    tiles_y_ = up(p.n, own_);
    warps_ = up(own_ + 2 * depth, rows);
  }

  Listing play() {
    Listing played;
    const bool meets = p_.steps > depth_;
    // the letters are set to 0 by blocks of 512 threads, 4 bytes each
    for (int word = 0; meets && word < 2 * tiles_x_ * tiles_y_ * letters() * 4; ++word)
      PlayedThread(played, 0, word / 512, word % 512).store("letters", word, 4);
    for (int b = 0; b < tiles_x_ * tiles_y_; ++b) {
      block_ = b;
      for (int t = 0; t < 32 * warps_; ++t) {
        PlayedThread me(played, meets ? 1 : 0, b, t);
        lane_ = t % 32;
        for (int r = 0; r < rows_; ++r) row(me, Access::global_load, "state", t / 32 * rows_ + r, true);
        for (int i = t; meets && i < slots(); i += 32 * warps_) me.store("routes", routes() + i, 8);
        for (int step = 0; step < p_.steps; ++step) {
          if (step > 0 && step % depth_ == 0) meet(me, t, step / depth_);
          const int turn = step % 2 * 2;
          seam(me, Access::shared_store, turn, t / 32);
          seam(me, Access::shared_store, turn + 1, t / 32);
          if (t / 32 > 0) seam(me, Access::shared_load, turn + 1, t / 32 - 1);
          if (t / 32 == 0) seam(me, Access::shared_load, turn + 1, 0);
          seam(me, Access::shared_load, turn, t / 32 + 1 < warps_ ? t / 32 + 1 : t / 32);
        }
        for (int r = 0; r < rows_; ++r) {
          const int at = t / 32 * rows_ + r;
          if (at >= depth_ && at < own_ + depth_) row(me, Access::global_store, "result", at, is_own());
        }
      }
    }
    return played;
  }

  /// Stores to the mail that a warp issues, whether or not a lane takes part: of its rows to a side, in warps near a
  /// band to both of them, and of three words of three letters as often as it receives.
  [[nodiscard]] int mail_stores(int warp) const {
    const int meetings = (p_.steps - 1) / depth_;
    const int t0 = warp * rows_;
    const bool inner = t0 >= 2 * depth_ && t0 + rows_ <= own_;
    const int received = up(std::max(slots() - 32 * warp, 0), 3 * 32 * warps_);
    return meetings * ((inner ? 1 : 3) * rows_ * words() + 9 * received);
  }

 private:
  static int up(int a, int b) { return (a + b - 1) / b; }
  [[nodiscard]] int rim() const { return depth_ / 4; }
  [[nodiscard]] int columns() const { return (32 - 2 * rim()) * 4; }
  [[nodiscard]] bool is_own() const { return lane_ >= rim() && lane_ < 32 - rim(); }
  [[nodiscard]] int words() const { return p_.bytes() / 4; }  // of a value
  [[nodiscard]] int side_row() const { return depth_ * words(); }
  [[nodiscard]] int side(int half) const { return half * (16 * rows_ * side_row() + 16); }
  [[nodiscard]] int band(int half) const { return side(2) + half * band_words(); }
  [[nodiscard]] int band_words() const { return depth_ * columns() * words(); }
  [[nodiscard]] int side_letters() const { return up(own_ * side_row(), 3); }
  [[nodiscard]] int band_letters() const { return up(band_words(), 3); }
  [[nodiscard]] int corner_slots() const { return (depth_ * side_row() + 4) / 3; }
  [[nodiscard]] int letters() const { return 2 * (side_letters() + band_letters()); }
  [[nodiscard]] int slots() const { return 2 * (side_letters() + 2 * corner_slots() + band_letters()); }
  [[nodiscard]] int routes() const { return 2 * tiles_x_ * tiles_y_ * letters() * 16 % 256 / 8 + block_ * slots(); }
  [[nodiscard]] int received() const { return 2 * 16 * 32 * 4 * words(); }  // where what is received begins

  /// A lane's 4 columns of a row of the tile.
  void row(PlayedThread& me, Access how, const char* array, int t, bool takes) {
    const int y = block_ / tiles_x_ * own_ - depth_ + t;
    const int x = block_ % tiles_x_ * columns() + (lane_ - rim()) * 4;
    if (!takes || y < 0 || y >= p_.n) return;
    const int vector = p_.n % 4 == 0 ? 16 / p_.bytes() : 1;
    for (int j = 0; j < 4; j += vector) {
      if (x + j >= 0 && x + j < p_.n) me.touch(how, array, (y * p_.n + x + j) / vector, vector * p_.bytes());
    }
  }
  /// 4 values in shared memory.
  void quad(PlayedThread& me, Access how, const char* array, int word) {
    for (int i = 0; i < words(); ++i) me.touch(how, array, word / 4 + i, 16);
  }
  void seam(PlayedThread& me, Access how, int which, int warp) {
    quad(me, how, "seams", ((which * 16 + warp) * 32 + lane_) * 4 * words());
  }

  void meet(PlayedThread& me, int thread, int meeting) {
    const int t0 = thread / 32 * rows_;
    const int column = (lane_ - rim()) * 4;  // among the block's own
    for (int t = t0; t < t0 + rows_; ++t) {
      if (!is_own()) break;
      const auto lay = [&](int begin, int line) { quad(me, Access::shared_store, "mail", begin + line * words()); };
      if (column < depth_) lay(side(0), t * depth_ + column);
      if (column >= columns() - depth_) lay(side(1), t * depth_ + column - (columns() - depth_));
      if (t >= depth_ && t < 2 * depth_) lay(band(0), (t - depth_) * columns() + column);
      if (t >= own_ && t < own_ + depth_) lay(band(1), (t - own_) * columns() + column);
    }
    const int boxes = meeting % 2 * tiles_x_ * tiles_y_ * letters();
    for (int i = thread; i < letters(); i += 32 * warps_) {
      const int half = i / (letters() / 2);
      const int k = i % (letters() / 2);
      const int from =
          k < side_letters() ? side(half) + depth_ * side_row() + 3 * k : band(half) + 3 * (k - side_letters());
      for (int j = 0; j < 3; ++j) me.load_shared("mail", from + j, 4);
      me.store("letters", boxes + block_ * letters() + i, 16);
    }
    receive(me, thread, boxes);
    pick_up(me, t0);
  }

  /// In the order of the slots: a side, its neighbors' corners, a band; first to the left and above.
  void receive(PlayedThread& me, int thread, int boxes) {
    int slot = 0;
    for (const int half : {0, 1}) {
      const int out = half == 0 ? -1 : 1;
      const int corner = depth_ * side_row();
      const int all = own_ * side_row();
      message(me, thread, boxes, slot, side_letters(), half, {out, 0, 0, all, side(half) + corner});
      message(me, thread, boxes, slot, corner_slots(), half, {out, -1, all - corner, corner, side(half)});
      message(me, thread, boxes, slot, corner_slots(), half, {out, 1, 0, corner, side(half) + corner + all});
      message(me, thread, boxes, slot, band_letters(), half, {0, out, 3 * side_letters(), band_words(), band(half)});
    }
    ASSERT_EQ(slot, slots());
  }
  /// Of the block that lies so, some words of its half's message, and where they go.
  struct Wanted {
    int across, down;
    int first, count;
    int place;
  };
  void message(PlayedThread& me, int thread, int boxes, int& slot, int slots, int half, const Wanted& of) {
    const int x = block_ % tiles_x_ + of.across;
    const int y = block_ / tiles_x_ + of.down;
    const bool there = x >= 0 && x < tiles_x_ && y >= 0 && y < tiles_y_;
    const int box = boxes + (y * tiles_x_ + x) * letters() + (half == 0 ? letters() / 2 : 0);
    for (int k = of.first / 3; k < of.first / 3 + slots; ++k, ++slot) {
      if (slot % (32 * warps_) != thread) continue;
      me.load("routes", routes() + slot, 8);
      bool any = false;
      for (int word = 3 * k; word < 3 * k + 3; ++word) {
        if (!there || word < of.first || word >= of.first + of.count) continue;
        any = true;
        me.store_shared("mail", received() + of.place + word - of.first, 4);
      }
      if (any) me.load("letters", box + k, 16);
    }
  }

  void pick_up(PlayedThread& me, int t0) {
    const int tile_y = block_ / tiles_x_;
    const int x = block_ % tiles_x_ * columns() + (lane_ - rim()) * 4;
    if (x < 0 || x >= p_.n) return;
    const bool whole = t0 >= 2 * depth_ && t0 + rows_ <= own_;  // of no warp like this a row is asked for
    for (int t = t0; t < t0 + rows_; ++t) {
      const int y = tile_y * own_ - depth_ + t;
      if (!whole && (y < 0 || y >= p_.n || t >= own_ + 2 * depth_)) continue;
      const auto take = [&](int begin, int value) {
        quad(me, Access::shared_load, "mail", received() + begin + value * words());
      };
      if (lane_ < rim()) take(side(0), t * depth_ + lane_ * 4);
      if (lane_ >= 32 - rim()) take(side(1), t * depth_ + (lane_ - 32 + rim()) * 4);
      if (is_own() && t < depth_) take(band(0), t * columns() + (lane_ - rim()) * 4);
      if (is_own() && t >= own_ + depth_) take(band(1), (t - own_ - depth_) * columns() + (lane_ - rim()) * 4);
    }
  }

  const Problem& p_;
  int rows_, depth_;
  int tiles_x_, tiles_y_, own_, warps_;
  int block_ = 0;
  int lane_ = 0;
};

void expect_resident(int n, Precision precision, int multiprocessors, int rows, int depth) {
  for (const int steps : {1, depth, depth + 1, 2 * depth + 3}) {
    const Problem p{.n = n, .precision = precision, .steps = steps, .device = {.multiprocessors = multiprocessors}};
    const AccessPattern pattern = p.pattern("cuda_resident");
    ResidentPlay play(p, rows, depth);
    ASSERT_NO_FATAL_FAILURE(expect_listing(pattern, play.play())) << n << ", " << steps;
    for_each_place(pattern, [&](const WarpPlace& at) {
      if (pattern.launches[static_cast<std::size_t>(at.launch)].of_runtime) return;
      const WarpWork work = pattern.work(at);
      const auto stores = std::ranges::count_if(work.accesses, [](const WarpAccess& each) {
        return each.access == Access::shared_store && each.array == "mail";
      });
      EXPECT_EQ(stores + std::ssize(work.idle), play.mail_stores(at.warp)) << n << ", " << steps << ", " << at.warp;
    });
    ASSERT_NO_FATAL_FAILURE(expect_whole(pattern, p.output()));
    if (steps > depth) continue;
    // as far as values come in that many steps
    expect_reads(pattern, p.output(), "state", false, [&](int x, int y) {
      std::vector<std::int64_t> out;
      for (const auto& [dx, dy] : {std::pair(steps, 0), {-steps, 0}, {0, steps}, {0, -steps}, {0, 0}}) {
        if (x + dx >= 0 && x + dx < n && y + dy >= 0 && y + dy < n) out.push_back((y + dy) * n + x + dx);
      }
      return out;
    });
  }
}

TEST(HeatAccesses, Resident) {
  // a tile alone; some below each other; and beside each other, in each shape of tile
  ASSERT_NO_FATAL_FAILURE(expect_resident(3, Precision::fp64, 132, 4, 8));
  ASSERT_NO_FATAL_FAILURE(expect_resident(61, Precision::fp32, 4, 4, 8));
  ASSERT_NO_FATAL_FAILURE(expect_resident(160, Precision::fp64, 6, 6, 8));
  ASSERT_NO_FATAL_FAILURE(expect_resident(300, Precision::fp32, 9, 12, 4));
  ASSERT_NO_FATAL_FAILURE(expect_resident(259, Precision::fp64, 6, 10, 4));
  ASSERT_NO_FATAL_FAILURE(expect_resident(400, Precision::fp32, 8, 19, 4));
}

TEST(HeatAccesses, ResidentSaysWhatItCannotHold) {
  const auto why = [](int n, Integrator integrator) {
    const std::any given = Parameters{.n = n, .integrator = integrator};
    return workload.find_accesses("advance", "cuda_resident")
        ->unfit(
            {.parameters = &given, .output = {{n, n}, Precision::fp32}, .precision = Precision::fp32, .values = {}});
  };
  EXPECT_EQ(why(512, Integrator::euler), "");
  EXPECT_EQ(why(512, Integrator::rk2), "only euler's steps are taken on the chip");
  EXPECT_EQ(why(9000, Integrator::euler).find("n: 9000 does not fit into this GPU's registers; "), 0U);
}

// By hand: 32 lanes of 16 bytes are 512 bytes, 16 sectors of a row; four passes over shared memory, which carries 128.
TEST(HeatAccesses, SectorsOfAResidentWarp) {
  const Problem p{.n = 512, .steps = 8};
  const AccessPattern pattern = p.pattern("cuda_resident");
  int rows = 0;
  int seams = 0;
  for (const WarpAccess& each : pattern.work(pattern.warp_at(200, 200).value()).accesses) {
    if (each.access == Access::global_load) {
      EXPECT_EQ(sectors_touched(each.lanes, each.bytes), 16);
      ++rows;
    }
    if (is_shared(each.access)) {
      EXPECT_EQ(passes_of(each), 4);
      ++seams;
    }
  }
  EXPECT_EQ(rows, 4) << "of a warp";
  EXPECT_EQ(seams, 8 * 4) << "two written and two read a step";
}

}  // namespace
}  // namespace heteroscope::heat
