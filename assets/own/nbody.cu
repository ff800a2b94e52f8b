// A variant of one's own of nbody: one time step of stars that all pull each other. The program has moved all bodies on
// by half a step; there the pulls on each of them are added up; and with these they move by the other half.
//
// The kernel, which is launched for each step, is given
//   step.count            how many bodies there are
//   step.rows             which of them to advance: step.rows.begin to step.rows.end - 1
//   step.bodies[i]        body i half a step on, of all bodies: its place and mass
//   step.add_pull(sum, at, other)   adds to `sum` how `other` pulls `at`
//   step.finish(i, at, sum)         writes body i after the step
//   step.segment          pulls are added up for so many bodies at a time, and these sums in order: any variant that
//                         does the same has the same bits
// kernels/nbody/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/nbody/own.hpp"
using namespace heteroscope::nbody;

HETEROSCOPE_VARIANT(nbody, advance)
HETEROSCOPE_SUMMARY("One thread a body, which reads all others from global memory")
HETEROSCOPE_BLOCK(128, 1)

template <class T>
__global__ void advance(const Step<T> step) {
  const int i = step.rows.begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= step.rows.end) return;
  const Body<T> at = step.bodies[i];
  Vector<T> sum{};
  for (int begin = 0; begin < step.count; begin += step.segment) {
    const int end = min(begin + step.segment, step.count);
    Vector<T> part{};
    for (int j = begin; j < end; ++j) step.add_pull(part, at, step.bodies[j]);
    add(sum, part);
  }
  step.finish(i, at, sum);
}

// What to try next:
// - All threads of a block read the same bodies: let each load one into shared memory, __syncthreads(), and all add
//   up the pulls of these (HETEROSCOPE_SHARED(threads * 4 * bytes)). Few bodies still leave most of the GPU idle:
//   why?
// - A thread for two or four bodies reads each other body once for all of them.
// - With few bodies, give each one several threads, a segment each, whose sums are added in order at the end.
