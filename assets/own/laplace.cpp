// A variant of one's own of laplace: the potential in a square that is given on its edge, relaxed until it settles.
//
// The function is called for each pass over the square. With the method jacobi that is a step, and every node becomes
// the mean of its four neighbors before the step. With red_black and sor a step has two passes, over the nodes of one
// color each, like the fields of a chessboard. It is given
//   relaxation.rows            which rows to compute: rows.begin to rows.end - 1
//   relaxation.columns         how many nodes of a row to compute: all of them, or those of one color
//   relaxation.column(i, y)    in which column the i-th of them is, in row y
//   relaxation.width           how many nodes a row has; there are as many rows
//   relaxation.out(x, y)       where the new potential of node (x, y) goes
//   relaxation.new_value(x, y) that potential; the edge keeps its values
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
    for (int i = 0; i < relaxation.columns; ++i) {
      const int x = relaxation.column(i, y);
      relaxation.out(x, y) = relaxation.new_value(x, y);
    }
  }
}

// What to try next:
// - The method and the edge are looked at for each node. A loop of its own for each method, from the second node of a
//   row to the last but one, calls relaxed(&relaxation.in_data[...], width) or overrelaxed(...) alone.
// - Small squares: starting the threads takes longer than a pass. From how many nodes on are two threads worth it?
// A better method saves more than any loop: how many steps do jacobi and sor need for the same square?
