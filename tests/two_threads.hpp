#pragma once

#include "core/trace/writer.hpp"

namespace heteroscope::testing {

/// Two threads have two rows each of a pass.
inline TraceWriter two_threads() {
  TraceWriter writer(2);
  writer.begin_call(0, -1, 0);
  writer.begin_pass({"rows", Over::output, {3, 4}, {{0, 3}, {0, 4}}});
  writer.begin_threads({.stride = 3});
  writer.add(1, {6, 3}, 300, 400);
  writer.add(0, {0, 3}, 100, 150);
  writer.add(0, {3, 3}, 500, 600);
  writer.add(1, {9, 3}, 100, 120);
  return writer;
}

}  // namespace heteroscope::testing
