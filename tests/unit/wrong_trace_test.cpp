// What verify says of a frame's trace.
#include <gtest/gtest.h>

#include <functional>

#include "core/run/execute.hpp"
#include "core/verify/route_run.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

Frame traced_frame() {
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.problem.size = {40, 30};
  settings.execution.processor = Processor::cpu;
  settings.execution.threads = 2;
  const Planned planned = plan(settings, catalog(), device::all());
  Executor executor;
  return executor.execute(*planned.plan, WholeRun{.trace = true}).value();
}

/// What is said once the trace has been changed so.
std::string said_after(const std::function<void(Trace&)>& change) {
  Frame frame = traced_frame();
  change(frame.traces.front());
  return wrong_trace(frame);
}

TEST(WrongTrace, NothingIsSaidOfARightOne) {
  EXPECT_EQ(said_after([](Trace&) {}), "");
}

TEST(WrongTrace, TimesAreOrderedAndInsideTheFrame) {
  EXPECT_EQ(said_after([](Trace& trace) { trace.spans[2].end_ns = trace.spans[2].start_ns - 1; }),
            "trace: part 0 of rows ends before it starts");
  EXPECT_EQ(said_after([](Trace& trace) { trace.spans[3].end_ns = trace.end_ns + trace.clock_error_ns + 1; }),
            "trace: part 0 of rows lies outside of the frame");
  EXPECT_EQ(said_after([](Trace& trace) {
              TracedSpan& first = trace.spans.front();
              first.start_ns = trace.begin_ns - trace.clock_error_ns - 1;
            }),
            "trace: part 0 of rows lies outside of the frame");
}

TEST(WrongTrace, ASpansThreadExists) {
  EXPECT_EQ(said_after([](Trace& trace) { trace.spans.back().unit = 2; }),
            "trace: a span of rows ran on thread 2 of 2");
}

TEST(WrongTrace, EveryCellIsThereOnce) {
  EXPECT_NE(said_after([](Trace& trace) { trace.spans.pop_back(); }), "");
  EXPECT_NE(said_after([](Trace& trace) { trace.spans.push_back(trace.spans.front()); }), "");
}

TEST(WrongTrace, RegionsLieInTheirPass) {
  EXPECT_EQ(said_after([](Trace& trace) { trace.passes.front().regions.front().columns.end += 1000; }),
            "trace: pass \"rows\" of stage 0 has a region beyond its cells");
  EXPECT_EQ(said_after([](Trace& trace) { trace.passes.front().regions.front().rows.begin = -1; }),
            "trace: pass \"rows\" of stage 0 has a region beyond its cells");
}

TEST(WrongTrace, AStageWithoutSpansIsMissed) {
  EXPECT_EQ(said_after([](Trace& trace) {
              trace.spans.clear();
              trace.passes.clear();
              trace.launches.clear();
            }),
            "trace: stage 0 was not recorded");
}

}  // namespace
}  // namespace heteroscope
