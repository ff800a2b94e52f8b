#pragma once

#include "core/base/ceil_div.hpp"
#include "core/device/device.hpp"
#include "core/run/gpu/launch.cuh"
#include "core/types/field_view.hpp"

namespace heteroscope {

/// The number of this kernel's warps that the device runs at a time.
template <class Kernel>
int warps_at_a_time(Kernel kernel, int warps_of_a_block) {
  return device::blocks_at_a_time(reinterpret_cast<const void*>(kernel), 32 * warps_of_a_block, 0) * warps_of_a_block;
}

/// Whether all rows begin at multiples of 16 bytes.
inline bool is_wide(const FieldView& field) {
  const bool rows = static_cast<std::size_t>(field.size.width) * bytes_of(field.precision) % 16 == 0;
  return rows && reinterpret_cast<std::uintptr_t>(field.data) % 16 == 0;
}

/// The trace of a pass of warps that march down strips of so many columns, some rows each; neighboring warps have
/// neighboring strips. Its spans are rectangle().
inline SpanSink traced_marches(const Job& job, const PassShape& pass, int warps, int strip) {
  return traced(job, pass, {.spans = static_cast<std::uint32_t>(warps), .kind = SpanKind::warp},
                {.run = static_cast<std::uint64_t>(strip), .stride = static_cast<std::uint64_t>(pass.space.width)});
}

}  // namespace heteroscope
