#include "tests/conformance/heat_problem.hpp"

/// What heat's CUDA variants touch, against their kernels played thread by thread.
namespace heteroscope::heat {
namespace {

constexpr const char* states[] = {"state", "state before", "state before that"};
constexpr std::pair<int, int> around[] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};

std::vector<Problem> problems() {
  std::vector<Problem> out;
  for (const Integrator each :
       {Integrator::euler, Integrator::rk2, Integrator::rk4, Integrator::ab2, Integrator::ab3}) {
    out.push_back({21, each, Precision::fp32, {8, 4}});
    out.push_back({64, each, Precision::fp64, {32, 8}});
    out.push_back({3, each, Precision::fp64, {5, 1}});
  }
  return out;
}

/// Calls `body(pass, thread, x, y)` for every thread of every pass.
template <class Body>
void for_each_node(const Problem& p, Listing& played, Body body) {
  const int across = (p.n + p.block.x - 1) / p.block.x;
  const int down = (p.n + p.block.y - 1) / p.block.y;
  for (int pass = 0; pass < p.passes(); ++pass) {
    for (int b = 0; b < across * down; ++b) {
      for (int t = 0; t < p.block.threads(); ++t) {
        const int tx = t % p.block.x;
        const int ty = t / p.block.x;
        PlayedThread me(played, pass, b, t);
        body(pass, me, tx, ty, b % across * p.block.x + tx, b / across * p.block.y + ty);
      }
    }
  }
}

/// What a pass looks at.
void load_looked_at(const Problem& p, PlayedThread& me, int pass, int x, int y) {
  if (pass > 0) me.load("between", y * p.n + x, p.bytes());
  for (int i = 0; i < p.terms() && pass == 0; ++i) me.load(states[i], y * p.n + x, p.bytes());
}

const char* written(const Problem& p, int pass) {
  return pass == p.passes() - 1 ? "result" : "between";
}

/// The last pass reads a node and those beside it.
void expect_right(const Problem& p, const AccessPattern& pattern, bool by_warp) {
  ASSERT_NO_FATAL_FAILURE(expect_whole(pattern, p.output()));
  expect_reads(pattern, p.output(), p.passes() > 1 ? "between" : "state", by_warp, [&](int x, int y) {
    std::vector<std::int64_t> out;
    for (const auto& [dx, dy] : around) {
      if (!p.on_edge(x, y)) out.push_back((y + dy) * p.n + x + dx);
    }
    return out;
  });
}

TEST(HeatAccesses, Global) {
  for (const Problem& p : problems()) {
    Listing played;
    for_each_node(p, played, [&](int pass, PlayedThread& me, int, int, int x, int y) {
      if (x >= p.n || y >= p.n) return;
      if (!p.on_edge(x, y)) {
        for (const auto& [dx, dy] : around) load_looked_at(p, me, pass, x + dx, y + dy);
        if (pass > 0) me.load("state", y * p.n + x, p.bytes());
      }
      me.store(written(p, pass), y * p.n + x, p.bytes());
    });
    const AccessPattern pattern = p.pattern("cuda_global");
    ASSERT_NO_FATAL_FAILURE(expect_listing(pattern, played));
    ASSERT_NO_FATAL_FAILURE(expect_right(p, pattern, true));
  }
}

TEST(HeatAccesses, Shared) {
  for (const Problem& p : problems()) {
    Listing played;
    for_each_node(p, played, [&](int pass, PlayedThread& me, int tx, int ty, int x, int y) {
      if (x >= p.n || y >= p.n) return;
      const auto place = [&](int dx, int dy) { return (ty + dy + 1) * (p.block.x + 2) + tx + dx + 1; };
      for (const auto& [dx, dy] : around) {
        const bool last_column = dx > 0 && tx == p.block.x - 1 && x < p.n - 1;
        const bool last_row = dy > 0 && ty == p.block.y - 1 && y < p.n - 1;
        const bool first = (dx < 0 && tx == 0 && x > 0) || (dy < 0 && ty == 0 && y > 0);
        if (!(dx == 0 && dy == 0) && !last_column && !last_row && !first) continue;
        load_looked_at(p, me, pass, x + dx, y + dy);
        me.store_shared("tile", place(dx, dy), p.bytes());
      }
      if (!p.on_edge(x, y)) {
        for (const auto& [dx, dy] : around) me.load_shared("tile", place(dx, dy), p.bytes());
        if (pass > 0 || p.terms() > 1) me.load("state", y * p.n + x, p.bytes());
      }
      me.store(written(p, pass), y * p.n + x, p.bytes());
    });
    const AccessPattern pattern = p.pattern("cuda_shared");
    ASSERT_NO_FATAL_FAILURE(expect_listing(pattern, played));
    ASSERT_NO_FATAL_FAILURE(expect_right(p, pattern, false));
  }
}

/// march/kernel.cuh with so many passes; `turn`: rows of its loop; rows that a warp computes: at least and at most.
void expect_marches(const Problem& p, int levels, int turn, Rows rows_of_warp) {
  const int vector = 16 / p.bytes();
  const int rim = (levels + 3) / 4;
  const int strip = (32 - 2 * rim) * 4;
  const int strips = (p.n + strip - 1) / strip;
  const bool wide = p.n % vector == 0;
  const int marches = std::max(p.device.warps_at_a_time / strips, 1);
  const int rows_each = std::clamp((p.n + marches - 1) / marches, rows_of_warp.begin, rows_of_warp.end);
  Listing played;
  for (int task = 0; task < strips * ((p.n + rows_each - 1) / rows_each); ++task) {
    const int x0 = task % strips * strip;
    const int begin = task / strips * rows_each;
    const int end = std::min(begin + rows_each, p.n);
    for (int lane = 0; lane < 32; ++lane) {
      PlayedThread me(played, 0, task / 4, task % 4 * 32 + lane);
      const int x = x0 + (lane - rim) * 4;
      const auto quad = [&](Access how, const char* array, int y) {
        if (wide && x >= 0 && x + 4 <= p.n) {
          for (int j = 0; j < 4; j += vector) me.touch(how, array, (y * p.n + x + j) / vector, 16);
          return;
        }
        for (int j = 0; j < 4; ++j) {
          if (x + j >= 0 && x + j < p.n) me.touch(how, array, y * p.n + x + j, p.bytes());
        }
      };
      int fetched = begin - levels;
      const auto fetch = [&] {
        if (fetched >= 0 && fetched < std::min(end + levels, p.n)) {
          for (int i = 0; i < p.terms(); ++i) quad(Access::global_load, states[i], fetched);
        }
        ++fetched;
      };
      for (int i = 0; i < 4; ++i) fetch();
      for (int y = begin - 2 * levels; y < end; y += turn) {
        for (int k = 0; k < turn; ++k) {
          fetch();
          if (y + k >= begin && y + k < end && lane >= rim && lane < 32 - rim)
            quad(Access::global_store, "result", y + k);
        }
      }
    }
  }
  const AccessPattern pattern = p.pattern("cuda_blocked");
  ASSERT_NO_FATAL_FAILURE(expect_listing(pattern, played));
  ASSERT_NO_FATAL_FAILURE(expect_whole(pattern, p.output()));
  // as far as values come in that many passes
  expect_reads(pattern, p.output(), "state", true, [&](int x, int y) {
    std::vector<std::int64_t> out;
    for (int dy = -levels; dy <= levels; ++dy) {
      for (int dx = std::abs(dy) - levels; dx <= levels - std::abs(dy); ++dx) {
        if (x + dx >= 0 && x + dx < p.n && y + dy >= 0 && y + dy < p.n) out.push_back((y + dy) * p.n + x + dx);
      }
    }
    return out;
  });
}

TEST(HeatAccesses, Marches) {
  for (const Precision precision : {Precision::fp32, Precision::fp64}) {
    for (const int n : {3, 61, 64, 300}) {
      const auto of = [&](Integrator integrator, int steps) {
        return Problem{.n = n,
                       .integrator = integrator,
                       .precision = precision,
                       .steps = steps,
                       .device = {.warps_at_a_time = 20}};
      };
      ASSERT_NO_FATAL_FAILURE(expect_marches(of(Integrator::euler, 1), 1, 4, {8, 8}));
      ASSERT_NO_FATAL_FAILURE(expect_marches(of(Integrator::euler, 3), 2, 4, {8, 16}));
      ASSERT_NO_FATAL_FAILURE(expect_marches(of(Integrator::euler, 9), 8, 4, {16, 144}));
      ASSERT_NO_FATAL_FAILURE(expect_marches(of(Integrator::rk2, 4), 4, 4, {8, 144}));
      ASSERT_NO_FATAL_FAILURE(expect_marches(of(Integrator::rk4, 1), 4, 8, {8, 144}));
      ASSERT_NO_FATAL_FAILURE(expect_marches(of(Integrator::ab3, 9), 1, 4, {8, 8}));
    }
  }
}

// By hand: an inner warp of 32 × 1 nodes in fp32 whose first lies at a sector's beginning; its own row and those above
// and below are 4 sectors each, and the rows shifted by a node 5.
TEST(HeatAccesses, SectorsOfAWarp) {
  const Problem p{.n = 128, .block = {32, 1}};
  const AccessPattern pattern = p.pattern("cuda_global");
  const WarpWork work = pattern.work(pattern.warp_at(40, 5).value());
  ASSERT_EQ(work.accesses.size(), 6U);
  int loads = 0;
  for (const WarpAccess& each : work.accesses)
    loads += each.access == Access::global_load ? sectors_touched(each.lanes, each.bytes) : 0;
  EXPECT_EQ(loads, 3 * 4 + 2 * 5);
  EXPECT_EQ(sectors_touched(work.accesses.back().lanes, 4), 4);
}

}  // namespace
}  // namespace heteroscope::heat
