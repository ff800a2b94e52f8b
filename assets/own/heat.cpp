// A variant of one's own of heat: how warmth spreads over a plate whose edge is kept at 0, step by step.
//
// The function is called for each pass over the plate: one a time step with the integrator euler, several with
// others. It is given
//   step.rows         which rows to compute: step.rows.begin to step.rows.end - 1 (other rows are another processor's,
//                     or have other calls)
//   step.width        how many nodes a row has; there are as many rows
//   step.out(x, y)    where the new temperature of node (x, y) goes
//   step.new_value(x, y)
//                     that temperature: 0 on the edge, otherwise from the node and its four neighbors
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
    for (int x = 0; x < step.width; ++x) step.out(x, y) = step.new_value(x, y);
  }
}

// What to try next:
// - The test for the edge is made at each node. Set the first and the last one of a row by themselves, and let the
//   loop between them call stepped(step.base(x, y), step.c, center, west, east, north, south): does the compiler make
//   vectors of it? (#pragma omp simd asks it to.)
// - Large plates do not fit into the cache. Does schedule(dynamic, 16) change anything? Why not?
// - Tiles of columns: HETEROSCOPE_TUNE(columns, 512, {128, 256, 512, 1024, 2048}) and a loop over tiles around both.
// How near is it to what memory allows? The roofline shows it.
