#include "kernels/heat/parameters.hpp"
#include "kernels/heat/workload.hpp"
#include "tests/conformance/access_checks.hpp"

/// What heat's CUDA variants touch, against their kernels played thread by thread.
namespace heteroscope::heat {
namespace {

/// Of which accesses are asked for.
struct Problem {
  int n;
  Integrator integrator = Integrator::euler;
  Precision precision = Precision::fp32;
  BlockShape block{64, 4};

  [[nodiscard]] int bytes() const { return static_cast<int>(bytes_of(precision)); }
  [[nodiscard]] int passes() const { return integrator == Integrator::rk4 ? 4 : integrator == Integrator::rk2 ? 2 : 1; }
  [[nodiscard]] int terms() const { return integrator == Integrator::ab3 ? 3 : integrator == Integrator::ab2 ? 2 : 1; }
  [[nodiscard]] Extent output() const { return {{n, n}, precision}; }
  [[nodiscard]] bool on_edge(int x, int y) const { return x == 0 || y == 0 || x == n - 1 || y == n - 1; }
  [[nodiscard]] AccessPattern pattern(std::string_view variant) const {
    const std::any given = Parameters{.n = n, .integrator = integrator};
    return workload.find_accesses("advance", variant)
        ->make({.parameters = &given, .output = output(), .precision = precision, .block = block, .values = {}});
  }
};

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
