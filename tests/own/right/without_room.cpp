// Each body moves all others half a step on by itself, and leaves the room alone.
#include "kernels/nbody/own.hpp"
using namespace heteroscope::nbody;

HETEROSCOPE_VARIANT(nbody, advance)

template <class T>
void compute(const Step<T>& step) {
#pragma omp parallel for num_threads(step.threads) schedule(static)
  for (int i = step.rows.begin; i < step.rows.end; ++i) {
    const Body<T> at = step.half_way(i);
    Vector<T> sum{};
    for (int begin = 0; begin < step.count; begin += step.segment) {
      const int end = begin + step.segment < step.count ? begin + step.segment : step.count;
      Vector<T> part{};
      for (int j = begin; j < end; ++j) step.add_pull(part, at, step.half_way(j));
      add(sum, part);
    }
    step.finish(i, at, sum);
  }
}
