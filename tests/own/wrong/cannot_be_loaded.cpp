// It compiles, and no process has the room for threads' variables that it wants when it is loaded.
#include "kernels/heat/own.hpp"

using namespace heteroscope::heat;

HETEROSCOPE_VARIANT(heat)

inline __attribute__((tls_model("initial-exec"))) thread_local volatile char room[1 << 22] = {1};

template <class T>
void advance(const Step<T>& step) {
  room[step.width] = 1;
  for (int y = step.rows.begin; y < step.rows.end; ++y)
    for (int x = 0; x < step.width; ++x) step.out(x, y) = step.new_value(x, y);
}
