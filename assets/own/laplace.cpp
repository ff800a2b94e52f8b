// A variant of one's own of laplace: the potential in a square that is given on its edge, relaxed until it settles.
//
// The function is called for each pass over the square. With the method jacobi that is a step, and every node becomes
// the mean of its four neighbors before the step. With red_black and sor a step has two passes, over the nodes of one
// color each, like the fields of a chessboard. It is given
//   relaxation.rows            which rows to compute: rows.begin to rows.end - 1
//   relaxation.width           how many nodes a row has; there are as many rows
//   relaxation.inner(y)        which nodes of row y to compute, counted from 0: all but the edge with jacobi, those of
//                              one color with the other methods
//   relaxation.column(i, y)    in which column the i-th of them is; with jacobi that is i
//   relaxation.out(x, y)       where the new potential of node (x, y) goes
//   relaxation.inner_value(x, y)
//                              that potential
//   relaxation.write_edge(y)   writes the nodes of row y that are on the edge, which keep their values
//   relaxation.threads         how many threads to use
// kernels/laplace/own.hpp explains all members. T is float or double, as the person has chosen. Other methods (cg,
// multigrid, direct) have loops of several kinds, and take no variant of one's own.
#include "kernels/laplace/own.hpp"
using namespace heteroscope::laplace;

HETEROSCOPE_VARIANT(laplace)
HETEROSCOPE_SUMMARY("The plain loop; each thread has a range of rows")

template <class T>
void relax(const Relaxation<T>& relaxation) {
#pragma omp parallel for num_threads(relaxation.threads) schedule(static)
  for (int y = relaxation.rows.begin; y < relaxation.rows.end; ++y) {
    relaxation.write_edge(y);
    const auto [begin, end] = relaxation.inner(y);
    if (relaxation.method == Method::jacobi) {
      for (int x = begin; x < end; ++x) relaxation.out(x, y) = relaxation.inner_value(x, y);
    } else {
      for (int i = begin; i < end; ++i) {
        const int x = relaxation.column(i, y);
        relaxation.out(x, y) = relaxation.inner_value(x, y);
      }
    }
  }
}

// What to try next:
// - The first loop reads and writes neighboring nodes, and the compiler makes vectors of it. In the second one a vector
//   gathers every other node. Keep the colors in two arrays of your own: what does it cost to bring them there?
// - Small squares: starting the threads takes longer than a pass. From how many nodes on are two threads worth it?
// A better method saves more than any loop: how many steps do jacobi and sor need for the same square?
