// Threads take some rows at a time.
#include "kernels/heat/own.hpp"
using namespace heteroscope::heat;

HETEROSCOPE_VARIANT(heat)

template <class T>
void compute(const Step<T>& step) {
#pragma omp parallel for num_threads(step.threads) schedule(dynamic, 3)
  for (int y = step.rows.begin; y < step.rows.end; ++y) {
    for (int x = 0; x < step.width; ++x) step.out(x, y) = step.new_value(x, y);
  }
}
