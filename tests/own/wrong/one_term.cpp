// It reads one plane, which is right with the integrators that have one term.
#include "kernels/heat/own.hpp"
using namespace heteroscope::heat;

HETEROSCOPE_VARIANT(heat)

template <class T>
void compute(const Step<T>& step) {
  for (int y = step.rows.begin; y < step.rows.end; ++y) {
    for (int x = 0; x < step.width; ++x) {
      const T* const in = step.in_data[0] + step.place(x, y);
      step.out(x, y) = step.on_edge(x, y)
                           ? T(0)
                           : stepped(step.base(x, y), step.c, in[0], in[-1], in[1], in[-step.width], in[step.width]);
    }
  }
}
