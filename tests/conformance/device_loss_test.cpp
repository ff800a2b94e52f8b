// A kernel's fault ends the process's context on the device, and is told.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/memory/buffer.hpp"
#include "core/plan/plan.hpp"
#include "core/summary/summary_device.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

Settings on_gpu(std::string_view workload) {
  Settings out = default_settings(find_workload(catalog(), workload));
  out.execution.processor = Processor::gpu;
  out.problem.size = {320, 200};
  return out;
}

/// A kernel that reads where there is no memory.
void fault() {
  const device::Stream stream;
  // the first page is nobody's
  const FieldView nowhere{reinterpret_cast<void*>(std::uintptr_t{64}), {8, 8}, Precision::fp64};
  device::summarize(nowhere, stream);
}

TEST(DeviceLoss, IsToldInWords) {
  if (!device::facts().available) GTEST_SKIP() << "skipped: " << device::facts().why_not;
  const Settings fractal = on_gpu("mandelbrot");
  EXPECT_TRUE(plan(fractal, catalog(), device::facts()));
  // streams and buffers that are let go after the fault
  const device::Stream stream;
  const Buffer kept(MemoryKind::device, 1000);
  EXPECT_THROW(fault(), DeviceLost);
  EXPECT_FALSE(device::facts().available);
  EXPECT_TRUE(device::facts().lost);
  EXPECT_NE(device::facts().why_not.find("a kernel accessed memory that does not belong to it"), std::string::npos)
      << device::facts().why_not;
  const Planned refused = plan(fractal, catalog(), device::facts());
  EXPECT_FALSE(refused);
  EXPECT_NE(refused.refusal.find("the GPU stopped"), std::string::npos) << refused.refusal;
}

}  // namespace
}  // namespace heteroscope
