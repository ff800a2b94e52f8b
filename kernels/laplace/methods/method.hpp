#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "core/model/job.hpp"
#include "kernels/laplace/methods/sum_tiles.hpp"
#include "kernels/laplace/node.hpp"
#include "kernels/laplace/parameters.hpp"

/// A method is a struct with `facts` and
///
///   template <class T, class Backend> static void run(const IterateJob& job, Backend& on);
///
/// which advances the job's planes; it stands in a header of its own that methods.inc lists. It is written once, in
/// terms of these operations of a backend, which apply functors to nodes (x, y). Applications must not depend on each
/// other's results.
///
///   on.each(box, f)              calls f(x, y) at every node
///   on.largest(box, f, slot)     stores the largest f(x, y) ≥ 0, a double, in `slot`: NaN if there is one, 0 in an
///                                empty box
///   on.sum(box, f, slot, then, arrays)
///                                stores Σ f(x, y), in the order that SumTiles says, in `slot`, and calls then() once
///                                after that. The box spans the rows of all participants, and each adds up its own. A
///                                functor that reads its node's neighbors may say so (LooksAround). The arrays are
///                                exchanged together with the sums; until the next sum a participant leaves its part of
///                                them unchanged
///   on.exchange(arrays)          fetches what other participants have of the arrays; does nothing where there is only
///                                one. Until the next exchange a participant leaves its part of them unchanged
///   on.exchange_and_settle(arrays)
///                                fetches likewise; afterwards the participant may change its part
///   on.row_sums(box, f, sums)    stores Σ f(x, y) over each row in sums[y − y0]. There are 256 partial sums: sum l
///                                adds columns x0 + l, x0 + l + 256, … in order; then sum l + 128 is added to sum l,
///                                sum l + 64 to sum l, and so on
///   on.once(f)                   calls f() once
///   on.memory(count)             returns room for so many doubles, out of facts.doubles(n); `upload` copies a host
///                                table there
///
/// Operations run in the order in which they are called. Slots lie in memory(). The orders of addition are part of the
/// contract, so that all backends produce the same bits.
namespace heteroscope::laplace {

inline constexpr int row_participants = 256;

struct MethodFacts {
  int planes = 1;  ///< of the state
  int spares = 0;
  int most_nodes = longest_side;  ///< the largest grid that it is written for, in nodes a side
  /// How many rows beyond its own a step, and after the last step the residual, reads.
  int reach = 1;
  /// The residual is checked after each step, since the method takes few.
  bool check_each = false;
  bool in_place = true;  ///< it writes to the state's planes before a step is complete
  std::string_view unsplittable;
  /// The participants of a step exchange data within it, and the rows of each begin at multiples of this; 0: they do
  /// not.
  int exchange_grain = 0;
  /// The values per node that a step moves through memory at least.
  double traffic = 2;
  /// The doubles of memory() that it needs for a grid of n nodes a side; null: none.
  std::size_t (*doubles)(int n) = nullptr;
};

/// The job's rows and `more` rows on both sides, as far as the field has them.
inline Rows widened(const IterateJob& job, int more) {
  return {std::max(job.rows.begin - more, 0), std::min(job.rows.end + more, job.planes.front().size.height)};
}

/// The rows of a plane that a participant has, and `more` rows on both sides that it wants from others.
template <class T>
SharedArray beyond_own(const IterateJob& job, T* plane, int more = 1) {
  const auto row = sizeof(T) * static_cast<std::size_t>(job.planes.front().size.width);
  return {.data = plane, .unit_bytes = row, .have = job.rows, .want = widened(job, more)};
}

/// The part of a box in the participant's own rows.
inline Box own_part(const IterateJob& job, const Box& box) {
  return {box.x0, box.x1, std::max(box.y0, job.rows.begin), std::min(box.y1, job.rows.end)};
}

template <class T>
T* data_of(const FieldView& plane) {
  return static_cast<T*>(plane.data);
}

/// Gives `to` the edge of `from` in some rows, or an edge of 0 if `from` is null.
template <class T, class Backend>
void set_edge(Backend& on, const T* from, T* to, int n, Rows rows) {
  on.each(Box{0, 2, rows.begin, rows.end}, EdgeColumns<T>{from, to, n});
  on.each(Box{0, n, rows.begin == 0 ? 0 : 1, rows.end == n ? 2 : 1}, EdgeRows<T>{from, to, n});
}

/// Stores the largest |4u − Σ neighbors| of the job's rows in `job.measure`, where that is wanted.
template <class T, class Backend>
void measure(const IterateJob& job, Backend& on) {
  if (job.measure == nullptr) return;
  const int n = job.planes.front().size.width;
  on.largest(interior(n, job.rows), Residual<T>{data_of<T>(job.planes.front()), n}, job.measure);
}

}  // namespace heteroscope::laplace
