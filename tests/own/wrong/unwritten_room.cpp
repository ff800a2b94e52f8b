// It moves only the bodies behind the first half a step on, and takes the room for the first as it is.
#include "kernels/nbody/own.hpp"
using namespace heteroscope::nbody;

HETEROSCOPE_VARIANT(nbody, advance)

template <class T>
void compute(const Step<T>& step) {
  for (int i = 1; i < step.count; ++i) step.bodies[i] = step.half_way(i);
  for (int i = step.rows.begin; i < step.rows.end; ++i) {
    const Body<T> at = step.half_way(i);
    Vector<T> sum{};
    for (int begin = 0; begin < step.count; begin += step.segment) {
      const int end = begin + step.segment < step.count ? begin + step.segment : step.count;
      Vector<T> part{};
      for (int j = begin; j < end; ++j) step.add_pull(part, at, step.bodies[j]);
      add(sum, part);
    }
    step.finish(i, at, sum);
  }
}
