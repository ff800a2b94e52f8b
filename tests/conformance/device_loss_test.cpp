// A kernel's fault ends the process's context on the device: it is told, and the device can be started again.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "core/buffer.hpp"
#include "core/compare.hpp"
#include "core/device.hpp"
#include "core/error.hpp"
#include "core/execute.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

Settings on_gpu(std::string_view workload, MemoryKind memory) {
  Settings out = default_settings(find_workload(catalog(), workload));
  out.processor = Processor::gpu;
  out.memory = memory;
  out.size = {320, 200};
  return out;
}

Field computed(const Settings& settings) {
  Executor executor;
  const Planned planned = plan(settings, catalog(), device::facts());
  EXPECT_TRUE(planned) << planned.refusal;
  const Field field = executor.execute(*planned.plan, {}).value().field;
  // in memory that the device knows nothing of
  auto copy = std::make_shared<Buffer>(MemoryKind::host, field.bytes());
  std::memcpy(copy->host(), field.with_host_copy().host_view().data, field.bytes());
  return {field.size(), field.precision(), copy, nullptr};
}

/// A kernel that reads where there is no memory.
void fault() {
  const device::Stream stream;
  // the first page is nobody's
  const FieldView nowhere{reinterpret_cast<void*>(std::uintptr_t{64}), {8, 8}, Precision::fp64};
  device::summarize(nowhere, stream);
}

TEST(DeviceLoss, IsToldAndMendedByAStart) {
  if (!device::facts().available) GTEST_SKIP() << "skipped: " << device::facts().why_not;
  const Settings fractal = on_gpu("mandelbrot", MemoryKind::device);
  const Settings soft = on_gpu("blur", MemoryKind::pinned);
  const Field fractal_before = computed(fractal);
  const Field soft_before = computed(soft);
  {
    // streams and buffers that are let go after the fault
    const device::Stream stream;
    const Buffer kept(MemoryKind::device, 1000);
    EXPECT_THROW(fault(), DeviceLost);
    EXPECT_FALSE(device::facts().available);
    EXPECT_TRUE(device::facts().lost);
    EXPECT_NE(device::facts().why_not.find("memory that is not its own"), std::string::npos) << device::facts().why_not;
    const Planned refused = plan(fractal, catalog(), device::facts());
    EXPECT_FALSE(refused);
    EXPECT_NE(refused.refusal.find("the GPU stopped"), std::string::npos) << refused.refusal;
    EXPECT_EQ(Buffer::of_device(), 1);
  }
  EXPECT_EQ(Buffer::of_device(), 0);
  const unsigned life = device::life();
  try {
    device::start_again();
  } catch (const DeviceLost& refused) {
    GTEST_SKIP() << "all of it was told; the driver gives this process no new context: " << refused.what();
  }
  EXPECT_EQ(device::life(), life + 1);
  EXPECT_TRUE(device::facts().available);
  EXPECT_FALSE(device::facts().lost);
  EXPECT_TRUE(compare(computed(fractal).host_view(), fractal_before.host_view()).equal());
  EXPECT_TRUE(compare(computed(soft).host_view(), soft_before.host_view()).equal());
}

}  // namespace
}  // namespace heteroscope
