// A variant of one's own of nbody: one time step of stars that all pull each other. The program has moved all bodies on
// by half a step; there the pulls on each of them are added up; and with these they move by the other half.
//
// The function, which is called for each step, is given
//   step.count            how many bodies there are
//   step.rows             which of them to advance: step.rows.begin to step.rows.end - 1
//   step.bodies[i]        body i half a step on, of all bodies: its place and mass
//   step.add_pull(sum, at, other)   adds to `sum` how `other` pulls `at`
//   step.finish(i, at, sum)         writes body i after the step
//   step.segment          pulls are added up for so many bodies at a time, and these sums in order: any variant that
//                         does the same has the same bits
//   step.threads          how many threads to use
// kernels/nbody/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/nbody/own.hpp"
using namespace heteroscope::nbody;

HETEROSCOPE_VARIANT(nbody, advance)
HETEROSCOPE_SUMMARY("The plain loop; each thread has a range of bodies")

template <class T>
void advance(const Step<T>& step) {
#pragma omp parallel for num_threads(step.threads) schedule(static)
  for (int i = step.rows.begin; i < step.rows.end; ++i) {
    const Body<T> at = step.bodies[i];
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

// What to try next:
// - Vectors: eight bodies at a time are pulled by one other. Their sums are in arrays of eight, and the order of
//   additions of each stays as it is; the places of all bodies are best kept as three arrays.
// - The bodies of a segment stay in the cache while all eight, or sixteen, are pulled by them.
// - Newton's third law would halve the pulls, but two threads would then add to one body. Is it worth it?
