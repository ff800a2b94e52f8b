// Which color the scope shows first.
#include "app/window/model/scope_view.hpp"

#include <gtest/gtest.h>

#include "kernels/registry.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

class ScopeColor : public ::testing::Test {
 protected:
  TraceColor color(const char* workload, Processor processor) {
    parts_.model.catalog = catalog();
    parts_.model.workload = &find_workload(catalog(), workload);
    Settings settings = default_settings(*parts_.model.workload);
    settings.execution.processor = processor;
    *parts_.model.edit() = settings;
    parts_.model.scope.shown = true;
    return scope_color(parts_.ui, parts_.model);
  }
  WindowParts parts_;
};

TEST_F(ScopeColor, IsTheThreadOnACpuAndTheBlockOnAGpu) {
  EXPECT_EQ(color("mandelbrot", Processor::cpu), TraceColor::processor);
  EXPECT_EQ(color("mandelbrot", Processor::gpu), TraceColor::block);
  EXPECT_EQ(color("mandelbrot", Processor::split), TraceColor::block);
  // planned blocks are a GPU's, whoever computes
  EXPECT_EQ(color("triangle", Processor::cpu), TraceColor::block);
}

TEST_F(ScopeColor, StaysTheOneThatWasChosen) {
  parts_.ui.preferences.scope_color = TraceColor::end;
  EXPECT_EQ(color("mandelbrot", Processor::cpu), TraceColor::end);
  EXPECT_EQ(color("mandelbrot", Processor::gpu), TraceColor::end);
}

}  // namespace
}  // namespace heteroscope
