// Nodes of a color from the last to the first, which none of them depends on.
#include "kernels/laplace/own.hpp"
using namespace heteroscope::laplace;

HETEROSCOPE_VARIANT(laplace)

template <class T>
void compute(const Relaxation<T>& step) {
  for (int y = step.rows.end - 1; y >= step.rows.begin; --y) {
    for (int i = step.columns - 1; i >= 0; --i) {
      const int x = step.column(i, y);
      step.out(x, y) = step.new_value(x, y);
    }
  }
}
