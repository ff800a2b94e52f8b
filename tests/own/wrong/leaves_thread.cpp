// Its values are right, and its first call begins a thread that keeps a processor busy from then on.
#include "kernels/transpose/own.hpp"

#include <atomic>
#include <thread>

using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)

inline std::atomic<long> turns = 0;

inline bool begin_turning() {
  std::thread([] {
    for (;;) ++turns;
  }).detach();
  return true;
}

template <class T>
void compute(const Transposition<T>& image) {
  static const bool turning = begin_turning();
  static_cast<void>(turning);
  for (int x = image.columns.begin; x < image.columns.end; ++x)
    for (int y = 0; y < image.height; ++y) image.out(y, x) = image.in(x, y);
}
