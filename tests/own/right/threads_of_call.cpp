// Each call begins as many threads as it is given, but for its own, and waits until they have ended.
#include "kernels/transpose/own.hpp"

#include <atomic>
#include <thread>
#include <vector>

using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)

template <class T>
void compute(const Transposition<T>& image) {
  std::atomic<int> next = image.columns.begin;
  const auto take_columns = [&] {
    for (int x = next++; x < image.columns.end; x = next++)
      for (int y = 0; y < image.height; ++y) image.out(y, x) = image.in(x, y);
  };
  std::vector<std::thread> others;
  for (int i = 1; i < image.threads; ++i) others.emplace_back(take_columns);
  take_columns();
  for (std::thread& each : others) each.join();
}
