// The bodies of a launch pull each other, and those of other launches and processors do not.
#include "kernels/nbody/own.hpp"
using namespace heteroscope::nbody;

HETEROSCOPE_VARIANT(nbody, advance)

template <class T>
void compute(const Step<T>& step) {
  for (int i = step.rows.begin; i < step.rows.end; ++i) {
    const Body<T> at = step.bodies[i];
    Vector<T> sum{};
    for (int begin = 0; begin < step.count; begin += step.segment) {
      const int end = begin + step.segment < step.count ? begin + step.segment : step.count;
      Vector<T> part{};
      for (int j = begin; j < end; ++j) {
        if (j >= step.rows.begin && j < step.rows.end) step.add_pull(part, at, step.bodies[j]);
      }
      add(sum, part);
    }
    step.finish(i, at, sum);
  }
}
