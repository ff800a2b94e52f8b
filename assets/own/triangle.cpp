// A variant of one's own of triangle: the cells of a matrix on and below its diagonal, each computed from two points.
//
// The function is given
//   triangle.rows         which rows to compute: triangle.rows.begin to triangle.rows.end - 1. Row y has the columns
//                         0 to y; cells right of these must not be written
//   triangle.out(x, y)    where the value of the cell in column x of row y goes
//   cell_at<C>(triangle.points, y, x)
//                         that value: with the cost C == Cost::distance the distance of two points, say
//   triangle.with_cost(f) calls the function f with the cost as its constant C
//   triangle.threads      how many threads to use
// kernels/triangle/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/triangle/own.hpp"
using namespace heteroscope::triangle;

HETEROSCOPE_VARIANT(triangle)
HETEROSCOPE_SUMMARY("The plain loop; each thread has equally many rows")

template <class T>
void cells(const Triangle<T>& triangle) {
#pragma omp parallel for num_threads(triangle.threads) schedule(static)
  for (int y = triangle.rows.begin; y < triangle.rows.end; ++y) {
    triangle.with_cost([&]<Cost C>() {
      for (int x = 0; x <= y; ++x) triangle.out(x, y) = cell_at<C>(triangle.points, y, x);
    });
  }
}

// What to try next:
// - The last thread has the longest rows, and the others wait for it. schedule(dynamic, 16), or pairs of a short row
//   and a long one, share the work evenly: the timeline shows it.
// - The compiler makes vectors of the inner loop: one for each cost, which it knows there. Put triangle.value(x, y) in
//   it, which asks for the cost at each cell: how much longer does it take?
// - With Cost::heavy each cell is a chain of multiply-adds that wait for each other. Work on 16 cells at a time.
// - Rows long enough to leave the cache read all points anew: go over tiles of columns, several rows at a time.
