#pragma once

#include <any>
#include <atomic>
#include <cstddef>
#include <string_view>

#include "core/field_view.hpp"
#include "core/trace.hpp"
#include "core/types.hpp"

struct CUstream_st;

namespace heteroscope {

/// What a variant is given: everything is chosen, allocated and checked; it only computes. Rows outside `rows` must not
/// be touched; those inside must all be written, unless the job is cancelled.
struct Job {
  const std::any* parameters = nullptr;  ///< the workload's typed parameters
  FieldView output;                      ///< the whole field; `data` is valid on the side that computes
  Rows rows;                             ///< what to compute, in rows of the whole field
  BlockShape block;
  std::string_view mapping;
  int threads = 1;
  CUstream_st* stream = nullptr;
  void* scratch =
      nullptr;  ///< as many bytes as the variant asked for, zeroed before each launch; device memory on the GPU
  BlockSink block_trace;
  ChunkSink* chunk_trace = nullptr;
  const std::atomic<bool>* cancel = nullptr;

  [[nodiscard]] bool cancelled() const { return cancel != nullptr && cancel->load(std::memory_order_relaxed); }
  template <class P>
  [[nodiscard]] const P& parameters_as() const {
    return *std::any_cast<P>(parameters);
  }
};

}  // namespace heteroscope
