#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nv/target>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/device/driver_call.cuh"
#include "core/run/gpu/kernel_code.cuh"
#include "core/run/gpu/mbarrier.cuh"
#include "core/types/field_view.hpp"

/// The tensor memory accelerator (TMA) of compute capability 9.0: one thread asks for a box of a field, and the
/// hardware copies it between global and shared memory. Instructions and their meaning: PTX ISA, "Data Movement and
/// Conversion Instructions: cp.async.bulk.tensor". In code for older GPUs, which is never run, these
/// functions are empty.
namespace heteroscope::tma {

/// How a box lies in shared memory: row by row, or with the vectors of 16 bytes of each row permuted. A permuted row
/// has 128 bytes; vector c of row r is at place c xor (r mod 8) (CU_TENSOR_MAP_SWIZZLE_128B).
enum class BoxLayout { plain, permuted };

/// The bytes to whose multiples load() copies a box in that layout.
constexpr int box_alignment(BoxLayout layout) {
  return layout == BoxLayout::permuted ? 1024 : 128;
}

/// Why a GPU, or the code of this program, cannot copy boxes; empty if both can, or if there is no GPU.
inline std::string refusal_of_boxes(const device::Facts& gpu) {
  return refusal_of_code(gpu, 9, "copies of boxes by the tensor memory accelerator (TMA)");
}
/// Why tensor maps cannot describe fields so many values wide; empty if they can: all rows must begin at multiples of
/// 16 bytes. `must` says of what that is asked, up to the number of values: "the width must be a multiple of ".
inline std::string refusal_of_rows(Precision precision, std::initializer_list<int> widths, std::string_view must) {
  const int vector = 16 / static_cast<int>(bytes_of(precision));
  for (const int width : widths) {
    if (width % vector != 0)
      return "TMA copies rows whose length is a multiple of 16 bytes: " + std::string(must) + std::to_string(vector);
  }
  return {};
}

/// Describes some rows of a field for the copies: their address and size, and the boxes in which they are copied, of
/// `box.width` × `box.height` elements, each at most 256; a row of a box has a multiple of 16 bytes. All rows of the
/// field must begin at multiples of 16 bytes. The part of a box that lies outside is read as 0 and not written. Throws
/// DeviceError.
inline CUtensorMap map_of(const FieldView& field, Rows rows, Size box, BoxLayout layout) {
  static const auto encode = device::driver_call<decltype(&cuTensorMapEncodeTiled)>("cuTensorMapEncodeTiled", 12000);
  if (encode == nullptr) throw DeviceError("the driver has no cuTensorMapEncodeTiled: it is older than CUDA 12.0");
  const bool fp32 = field.precision == Precision::fp32;
  const auto width = static_cast<cuuint64_t>(field.size.width);
  const std::size_t row_bytes = width * bytes_of(field.precision);
  void* const first = static_cast<std::byte*>(field.data) + static_cast<std::size_t>(rows.begin) * row_bytes;
  const cuuint64_t size[] = {width, static_cast<cuuint64_t>(rows.count())};
  const cuuint64_t stride[] = {row_bytes};
  const cuuint32_t sides[] = {static_cast<cuuint32_t>(box.width), static_cast<cuuint32_t>(box.height)};
  const cuuint32_t every[] = {1, 1};
  CUtensorMap out{};
  const CUresult status =
      encode(&out, fp32 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32 : CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 2, first, size, stride,
             sides, every, CU_TENSOR_MAP_INTERLEAVE_NONE,
             layout == BoxLayout::permuted ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_NONE,
             CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (status != CUDA_SUCCESS)
    throw DeviceError("cuTensorMapEncodeTiled: error " + std::to_string(static_cast<int>(status)));
  return out;
}

using mbarrier::Barrier;
using mbarrier::in_shared;

/// Begins to copy the box whose first element is (x, y), which may lie outside, to shared memory, at a multiple of
/// box_alignment(). That element must lie at a multiple of 16 bytes; otherwise the kernel ends with an illegal
/// instruction. What has been copied counts at the barrier as the whole box, whatever part of it lies outside.
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

}  // namespace heteroscope::tma
