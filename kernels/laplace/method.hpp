#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "core/model/job.hpp"
#include "kernels/laplace/node.hpp"
#include "kernels/laplace/parameters.hpp"
#include "kernels/laplace/sum_tiles.hpp"

/// A method is a struct with `facts` and
///   template <class T, class Backend> static void run(const IterateJob& job, Backend& on);
/// which advances the job's planes, in a file of its own that methods.inc lists. It is written once, over what a
/// backend does with functors of nodes (x, y), which must not depend on each other's results:
///   on.each(box, f)              f(x, y) at every node
///   on.largest(box, f, slot)     the largest f(x, y) ≥ 0, a double; NaN if there is one; 0 in an empty box
///   on.sum(box, f, slot, then, arrays)
///                                Σ f(x, y) in the order that SumTiles says, of a box of all lanes' rows, of which a
///                                lane adds up its own; then() once, after that. A functor that looks at its node's
///                                neighbors may say so (LooksAround). The arrays are exchanged with the lanes' sums;
///                                until the next sum a lane leaves what it has of them as it is
///   on.exchange(arrays)          brings the lane what others have (Seat::exchange_and_settle); nothing where it is
///                                alone
///   on.row_sums(box, f, sums)    sums[y − y0] = Σ f(x, y) over a row: 256 lanes, lane l adding columns x0 + l, x0 + l
///   +
///                                256, … in order, then lane l + 128 to lane l, l + 64 to l, and so on
///   on.once(f)                   f() once
///   on.memory(count)             room for doubles, of facts.doubles(n) in all; `upload` copies a host table there
/// in the order in which it is asked. Slots lie in memory(). The orders of addition are part of the contract: backends
/// give the same bits.
namespace heteroscope::laplace {

inline constexpr int row_lanes = 256;

struct MethodFacts {
  int planes = 1;  ///< of the state
  int spares = 0;
  int most_nodes = longest_side;  ///< a side, of the largest grid that it is written for
  /// Rows beyond its own that a step and, after the last one, the residual look at.
  int reach = 1;
  /// It is so few steps from its end that each is looked at.
  bool check_each = false;
  bool in_place = true;  ///< it writes to the state's planes before a step is complete
  std::string_view unsplittable;
  /// Lanes meet in its steps, at multiples of how many rows their parts begin; 0: they do not meet.
  int meeting_grain = 0;
  /// Values that a step moves through memory at least, a node.
  double traffic = 2;
  /// Doubles of memory() for a grid of n nodes a side; null: none.
  std::size_t (*doubles)(int n) = nullptr;
};

/// Rows of a job, and some more on both sides, of a field.
inline Rows widened(const IterateJob& job, int more) {
  return {std::max(job.rows.begin - more, 0), std::min(job.rows.end + more, job.planes.front().size.height)};
}

/// Rows of a plane that a lane has, and some more on both sides, which it wants.
template <class T>
SharedArray beyond_own(const IterateJob& job, T* plane, int more = 1) {
  const auto row = sizeof(T) * static_cast<std::size_t>(job.planes.front().size.width);
  return {.data = plane, .unit_bytes = row, .have = job.rows, .want = widened(job, more)};
}

/// What a lane has of a box's rows.
inline Box own_part(const IterateJob& job, const Box& box) {
  return {box.x0, box.x1, std::max(box.y0, job.rows.begin), std::min(box.y1, job.rows.end)};
}

template <class T>
T* data_of(const FieldView& plane) {
  return static_cast<T*>(plane.data);
}

/// Makes the edge of `to` that of `from`, or 0 without one, in some rows.
template <class T, class Backend>
void set_edge(Backend& on, const T* from, T* to, int n, Rows rows) {
  on.each(Box{0, 2, rows.begin, rows.end}, EdgeColumns<T>{from, to, n});
  on.each(Box{0, n, rows.begin == 0 ? 0 : 1, rows.end == n ? 2 : 1}, EdgeRows<T>{from, to, n});
}

/// The largest |4u − Σ neighbors| of the job's rows, where it is wanted.
template <class T, class Backend>
void measure(const IterateJob& job, Backend& on) {
  if (job.measure == nullptr) return;
  const int n = job.planes.front().size.width;
  on.largest(interior(n, job.rows), Residual<T>{data_of<T>(job.planes.front()), n}, job.measure);
}

}  // namespace heteroscope::laplace
