#pragma once

#include <chrono>
#include <vector>

#include "core/device/cuda_check.cuh"
#include "core/device/device.hpp"
#include "core/numbers/statistics.hpp"

// How long a ceiling's kernel takes.
namespace heteroscope::device {

/// Time of `body` on the stream, ms, with another one ahead: it does not begin on a GPU at rest.
template <class Body>
double milliseconds(const Stream& stream, Body body) {
  Event begin;
  Event end;
  body();
  begin.record(stream);
  body();
  end.record(stream);
  end.synchronize();
  return Event::elapsed_ms(begin, end);
}

/// Median time of `body`, s, after it has been done again and again for `settle_ms`.
template <class Body>
double settled_seconds(const Stream& stream, Body body) {
  using Clock = std::chrono::steady_clock;
  constexpr double settle_ms = 150;
  constexpr int repeats = 9;
  const auto start = Clock::now();
  while (std::chrono::duration<double, std::milli>(Clock::now() - start).count() < settle_ms) {
    milliseconds(stream, body);
  }
  std::vector<double> samples;
  for (int i = 0; i < repeats; ++i) samples.push_back(milliseconds(stream, body) * 1e-3);
  return statistics(samples).median;
}

}  // namespace heteroscope::device
