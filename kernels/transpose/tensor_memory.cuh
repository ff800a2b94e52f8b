#pragma once

#include <cstddef>
#include <cstdint>
#include <nv/target>
#include <string>

#include "core/base/error.hpp"
#include "core/device/driver_call.cuh"
#include "core/run/gpu/mbarrier.cuh"
#include "core/types/field_view.hpp"

/// The tensor memory accelerator (TMA) of compute capability 9.0: one thread asks for a box of a field, and the
/// hardware copies it between global and shared memory. Instructions and their meaning: PTX ISA, "Data Movement and
/// Conversion Instructions: cp.async.bulk.tensor". In code for older GPUs, which is never run, these
/// functions are empty.
namespace heteroscope::transpose::tma {

/// Describes some rows of a field for the copies: their address and size, and the boxes in which they are copied, of
/// `box_width` × `box_height` elements. Each row of a box takes 128 bytes of shared memory, in which the hardware
/// permutes vectors of 16 bytes as swizzled() (box_tile.hpp) says (CU_TENSOR_MAP_SWIZZLE_128B). All rows
/// must begin at multiples of 16 bytes. The part of a box that lies outside is read as 0 and not written. Throws
/// DeviceError.
inline CUtensorMap map_of(const FieldView& field, Rows rows, int box_width, int box_height) {
  static const auto encode = device::driver_call<decltype(&cuTensorMapEncodeTiled)>("cuTensorMapEncodeTiled", 12000);
  if (encode == nullptr) throw DeviceError("the driver has no cuTensorMapEncodeTiled: it is older than CUDA 12.0");
  const bool fp32 = field.precision == Precision::fp32;
  const auto width = static_cast<cuuint64_t>(field.size.width);
  const std::size_t row_bytes = width * bytes_of(field.precision);
  void* const first = static_cast<std::byte*>(field.data) + static_cast<std::size_t>(rows.begin) * row_bytes;
  const cuuint64_t size[] = {width, static_cast<cuuint64_t>(rows.count())};
  const cuuint64_t stride[] = {row_bytes};
  const cuuint32_t box[] = {static_cast<cuuint32_t>(box_width), static_cast<cuuint32_t>(box_height)};
  const cuuint32_t every[] = {1, 1};
  CUtensorMap out{};
  const CUresult status =
      encode(&out, fp32 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32 : CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 2, first, size, stride,
             box, every, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (status != CUDA_SUCCESS)
    throw DeviceError("cuTensorMapEncodeTiled: error " + std::to_string(static_cast<int>(status)));
  return out;
}

using mbarrier::Barrier;
using mbarrier::in_shared;

/// Begins to copy the box whose first element is (x, y) to shared memory, at a multiple of 1024 bytes. That element
/// must lie at a multiple of 16 bytes; otherwise the kernel ends with an illegal instruction.
__device__ inline void load(void* to, const CUtensorMap& from, int x, int y, Barrier& barrier) {
  NV_IF_TARGET(
      NV_PROVIDES_SM_90,
      (asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, "
                    "%3}], [%4];" ::"r"(in_shared(to)),
                    "l"(&from), "r"(x), "r"(y), "r"(in_shared(&barrier))
                    : "memory");))
}
/// Makes what the thread has written to shared memory visible to copies that begin after the block's next barrier.
__device__ inline void written() {
  NV_IF_TARGET(NV_PROVIDES_SM_90, (asm volatile("fence.proxy.async.shared::cta;" ::: "memory");))
}
/// Begins to copy a box from shared memory. Neither x nor y is negative; otherwise the kernel ends with an illegal
/// instruction.
__device__ inline void store(const CUtensorMap& to, int x, int y, const void* from) {
  NV_IF_TARGET(
      NV_PROVIDES_SM_90,
      (asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&to),
                    "r"(x), "r"(y), "r"(in_shared(from))
                    : "memory");))
}
/// Waits until all boxes that this thread has begun to store are in global memory.
__device__ inline void wait_for_stores() {
  NV_IF_TARGET(NV_PROVIDES_SM_90, (asm volatile("cp.async.bulk.commit_group;" ::
                                                    : "memory");
                                   asm volatile("cp.async.bulk.wait_group 0;" ::
                                                    : "memory");))
}

}  // namespace heteroscope::transpose::tma
