#pragma once

#include <any>
#include <cstdint>
#include <string>

#include "core/run/gpu/launch.cuh"
#include "kernels/heat/passes.hpp"
#include "kernels/heat/terms.hpp"

namespace heteroscope::heat {

/// The largest grid, in nodes a side, whose node numbers fit into 32 bits.
inline constexpr int most_placed = 65536;

/// The reason why kernels that use Nodes cannot compute a grid; empty if they can.
inline std::string beyond_places(const std::any&, const Extent& output, bool, const device::Facts&) {
  const int n = output.size.width;
  return n <= most_placed ? ""
                          : "n: " + std::to_string(n) + " is more than " + std::to_string(most_placed) +
                                ": it counts nodes in 32 bits";
}

/// One pass in a kernel's own types, passed to it by value. `Own` says that the base of `base + c S(t)` is the first
/// plane that S is applied to, as in the first pass of each step; its value is then already in a register.
template <class T, int Terms, bool Own>
struct Nodes {
  using Value = T;
  static constexpr int terms = Terms;
  static constexpr bool own = Own;
  static constexpr bool base_is_center = Own && Terms == 1;  // the base is the very value that S is applied to

  const T* base;
  Combination<T, Terms> t;
  T* out;
  T c;
  int n;
  Rows rows;

  /// The index of node (x, y) in its plane. 32 bits suffice, since n² ≤ 2³² (beyond_places()), and save a third of the
  /// instructions of a plain kernel.
  __device__ std::uint32_t place(int x, int y) const {
    return static_cast<std::uint32_t>(y) * static_cast<std::uint32_t>(n) + static_cast<std::uint32_t>(x);
  }
  __device__ bool on_edge(int x, int y) const {
    const auto inner = static_cast<unsigned>(n - 2);
    return static_cast<unsigned>(x - 1) >= inner || static_cast<unsigned>(y - 1) >= inner;
  }
  /// The base of a node; used where the base is not the center value.
  __device__ T base_at(std::uint32_t at) const { return Own ? t.in[0][at] : base[at]; }
  /// The new value of node (x, y) with index `at`. All neighbors are read from global memory.
  __device__ T new_value(int x, int y, std::uint32_t at) const {
    if (on_edge(x, y)) return T(0);
    const auto columns = static_cast<std::uint32_t>(n);
    const std::ptrdiff_t here = at;
    const T center = t(here);
    return stepped(base_is_center ? center : base_at(at), c, center, t(here - 1), t(here + 1), t(at - columns),
                   t(at + columns));
  }
};

template <class T, int Terms, bool Own>
Nodes<T, Terms, Own> nodes_of(const Pass& pass) {
  return {.base = static_cast<const T*>(pass.base.data),
          .t = combination_of<T, Terms>(pass),
          .out = static_cast<T*>(pass.out.data),
          .c = static_cast<T>(pass.c),
          .n = pass.out.size.width,
          .rows = pass.rows};
}

/// Calls `body` with the pass as Nodes of the matching type. Only a step's first pass combines several states, and then
/// the newest of them is its base.
template <class T, class Body>
void with_nodes(const Pass& pass, Body&& body) {
  with_terms(pass.terms, [&]<int Terms>() {
    if (Terms > 1 || pass.base.data == pass.in[0].data) {
      body(nodes_of<T, Terms, true>(pass));
    } else if constexpr (Terms == 1) {
      body(nodes_of<T, 1, false>(pass));
    }
  });
}

/// Calls `body.template operator()<How>(nodes, over)` for each pass of a job in turn; `over` is the job with the rows
/// of that pass.
template <class Body>
void for_each_pass(const IterateJob& job, Body body) {
  with_kernel_types(job, job.precision(), [&]<class T, Tracing How>() {
    IterateJob over = job;
    Pass pass;
    for (Passes passes(job); passes.next(pass);) {
      over.rows = pass.rows;
      with_nodes<T>(pass, [&](const auto& nodes) { body.template operator()<How>(nodes, over); });
    }
  });
}

}  // namespace heteroscope::heat
