#include "kernels/heat/accesses.hpp"

#include "core/model/walked_grid.hpp"
#include "core/model/warp_recorder.hpp"
#include "kernels/heat/planes.hpp"

namespace heteroscope::heat {
namespace {

struct Node {
  int x = 0, y = 0;
};

/// The memory accesses of one warp in one pass, with a thread for each node as in Nodes (launch.cuh).
class NodeWarp {
 public:
  NodeWarp(const Planes& planes, const WalkedGrid& grid, const WarpPlace& at)
      : planes_(planes),
        block_(grid.block),
        pass_(at.launch),
        left_(grid.left(at)),
        top_(grid.top(at)),
        warp_(grid.block, at.warp) {}

  /// The accesses of the kernel `advance` of cuda_global.cu, which is `graph_pass` of cuda_graph.cu, and of
  /// `dependent_pass` of cuda_dependent.cu, some of which come earlier there.
  WarpWork play_global() {
    read_if(0, 0, [&](const WarpLane& lane) { return inner(lane); });
    // A later pass adds to the step's start, which is another plane than the one that S is applied to.
    if (pass_ > 0) load(state_names[0], 0, 0, [&](const WarpLane& lane) { return inner(lane); });
    for (const Node& beside : around) read_if(beside.x, beside.y, [&](const WarpLane& lane) { return inner(lane); });
    store();
    return warp_.take();
  }

  /// The accesses of the kernel `advance` of cuda_shared.cu.
  WarpWork play_shared() {
    fill(0, 0, [](const WarpLane&) { return true; });
    fill(-1, 0, [&](const WarpLane& lane) { return lane.x == 0 && node(lane).x > 0; });
    fill(1, 0, [&](const WarpLane& lane) { return lane.x == block_.x - 1 && node(lane).x < planes_.n - 1; });
    fill(0, -1, [&](const WarpLane& lane) { return lane.y == 0 && node(lane).y > 0; });
    fill(0, 1, [&](const WarpLane& lane) { return lane.y == block_.y - 1 && node(lane).y < planes_.n - 1; });
    if (pass_ > 0 || planes_.scheme.terms > 1)
      load(state_names[0], 0, 0, [&](const WarpLane& lane) { return inner(lane); });
    for (const Node& beside : {Node{0, 0}, around[0], around[1], around[2], around[3]}) {
      warp_.load_shared("tile", planes_.bytes, [&](const WarpLane& lane) {
        return inner(lane) ? Unit(slot(lane, beside.x, beside.y)) : Unit();
      });
    }
    store();
    return warp_.take();
  }

 private:
  static constexpr Node around[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

  [[nodiscard]] Node node(const WarpLane& lane) const { return {left_ + lane.x, top_ + lane.y}; }
  [[nodiscard]] bool mine(const WarpLane& lane) const { return planes_.inside(node(lane).x, node(lane).y); }
  [[nodiscard]] bool inner(const WarpLane& lane) const {
    return mine(lane) && !planes_.on_edge(node(lane).x, node(lane).y);
  }
  /// The index in the shared tile, whose halo is one node wide, of the node at offset (dx, dy) from the lane's own.
  [[nodiscard]] int slot(const WarpLane& lane, int dx, int dy) const {
    return (lane.y + dy + 1) * (block_.x + 2) + lane.x + dx + 1;
  }

  /// Each lane for which `takes(lane)` holds loads the node at offset (dx, dy) from its own.
  template <class Takes>
  void load(std::string_view plane, int dx, int dy, Takes takes) {
    warp_.load(plane, planes_.bytes, [&](const WarpLane& lane) {
      return takes(lane) ? Unit(planes_.place(node(lane).x + dx, node(lane).y + dy)) : Unit();
    });
  }
  /// Each such lane loads what S is applied to: one plane, or a combination of several.
  template <class Takes>
  void read_if(int dx, int dy, Takes takes) {
    for (const std::string_view each : planes_.read_by(pass_)) load(each, dx, dy, takes);
  }
  template <class Takes>
  void fill(int dx, int dy, Takes takes) {
    const auto takes_part = [&](const WarpLane& lane) { return mine(lane) && takes(lane); };
    read_if(dx, dy, takes_part);
    warp_.store_shared("tile", planes_.bytes,
                       [&](const WarpLane& lane) { return takes_part(lane) ? Unit(slot(lane, dx, dy)) : Unit(); });
  }
  void store() {
    const bool last = pass_ == planes_.scheme.passes - 1;
    warp_.store(planes_.written_by(pass_), planes_.bytes, [&](const WarpLane& lane) {
      return mine(lane) ? Unit(planes_.place(node(lane).x, node(lane).y)) : Unit();
    });
    for (const WarpLane& lane : warp_.lanes()) {
      if (last && mine(lane)) warp_.computes(lane, node(lane).x, node(lane).y);
    }
  }

  const Planes& planes_;
  BlockShape block_;
  int pass_;
  int left_;
  int top_;
  WarpRecorder warp_;
};

/// The pattern of a variant that launches one kernel for each pass.
AccessPattern accesses_of_passes(const AccessProblem& p, WarpWork (NodeWarp::*play)()) {
  const Planes planes(p);
  const auto grid = WalkedGrid::over({planes.n, planes.n}, p.block);
  AccessPattern out = planes.pattern();
  if (planes.scheme.passes > 1) out.arrays.push_back(planes.array("between"));
  for (int pass = 0; pass < planes.scheme.passes; ++pass) out.launches.push_back(grid.launch("advance"));
  out.warp_at = [grid, last = planes.scheme.passes - 1](int x, int y) { return grid.place_of(last, x, y); };
  out.work = [planes, grid, play](const WarpPlace& at) { return (NodeWarp(planes, grid, at).*play)(); };
  return out;
}

AccessPattern global(const AccessProblem& p) {
  return accesses_of_passes(p, &NodeWarp::play_global);
}

AccessPattern shared(const AccessProblem& p) {
  AccessPattern out = accesses_of_passes(p, &NodeWarp::play_shared);
  const auto bytes = static_cast<int>(bytes_of(p.precision));
  out.arrays.push_back({"tile", true, bytes, {p.block.x + 2, p.block.y + 2}});
  return out;
}

}  // namespace

std::vector<AccessingVariant> accesses() {
  return {{"advance", "cuda_global", true, {64, 4}, global},
          {"advance", "cuda_shared", true, {64, 4}, shared},
          {"advance", "cuda_dependent", true, {64, 4}, global},
          {"advance", "cuda_graph", true, {64, 4}, global}};
}

}  // namespace heteroscope::heat
