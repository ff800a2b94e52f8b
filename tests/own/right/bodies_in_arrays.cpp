// The places and masses of all bodies are copied into an array of the file's own first.
#include <vector>

#include "kernels/nbody/own.hpp"
using namespace heteroscope::nbody;

HETEROSCOPE_VARIANT(nbody, advance)

template <class T>
void compute(const Step<T>& step) {
  const std::vector<Body<T>> bodies(step.bodies, step.bodies + step.count);
#pragma omp parallel for num_threads(step.threads) schedule(static)
  for (int i = step.rows.begin; i < step.rows.end; ++i) {
    Vector<T> sum{};
    for (int begin = 0; begin < step.count; begin += step.segment) {
      const int end = begin + step.segment < step.count ? begin + step.segment : step.count;
      Vector<T> part{};
      for (int j = begin; j < end; ++j) step.add_pull(part, bodies[i], bodies[j]);
      add(sum, part);
    }
    step.finish(i, bodies[i], sum);
  }
}
