// A variant of one's own of heat: how warmth spreads over a plate whose edge is kept at 0, step by step.
//
// The function is called for each pass over the plate: one a time step with the integrator euler, several with
// others. It is given
//   step.rows         which rows to compute: step.rows.begin to step.rows.end - 1 (other rows are another processor's,
//                     or have other calls)
//   step.width        how many nodes a row has; there are as many rows
//   step.out(x, y)    where the new temperature of node (x, y) goes
//   step.inner_columns(y)
//                     the columns of the nodes of row y that are not on the edge
//   step.plain_value(x, y), step.inner_value(x, y)
//                     the new temperature of such a node, from it and its four neighbors: in one plane, where
//                     step.terms is 1, or in several
//   step.write_edge(y)
//                     writes the other nodes of row y: 0
//   step.threads      how many threads to use
// kernels/heat/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/heat/own.hpp"
using namespace heteroscope::heat;

HETEROSCOPE_VARIANT(heat)
HETEROSCOPE_SUMMARY("The plain loop; each thread has a range of rows")

template <class T>
void advance(const Step<T>& step) {
#pragma omp parallel for num_threads(step.threads) schedule(static)
  for (int y = step.rows.begin; y < step.rows.end; ++y) {
    step.write_edge(y);
    const auto [begin, end] = step.inner_columns(y);
    if (step.terms == 1) {
      for (int x = begin; x < end; ++x) step.out(x, y) = step.plain_value(x, y);
    } else {  // the integrators ab2 and ab3
      for (int x = begin; x < end; ++x) step.out(x, y) = step.inner_value(x, y);
    }
  }
}

// What to try next:
// - The compiler makes vectors of the first loop, since nothing in it asks where a node is or how many planes there
//   are. Put for (int x = 0; x < step.width; ++x) step.out(x, y) = step.new_value(x, y) in its place, which asks for
//   both at each node: how much longer does it take?
// - The second loop asks how many planes there are at each node. Give two and three planes loops of their own, with
//   stepped(step.base(x, y), step.c, center, west, east, north, south).
// - Large plates do not fit into the cache. Does schedule(dynamic, 16) change anything? Why not?
// - Tiles of columns: HETEROSCOPE_TUNE(columns, 512, {128, 256, 512, 1024, 2048}) and a loop over tiles around both.
// How near is it to what memory allows? The roofline shows it.
