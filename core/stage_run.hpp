#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/buffer.hpp"
#include "core/execute.hpp"
#include "core/gpu_run.hpp"
#include "core/split.hpp"

namespace heteroscope {

/// Milliseconds since it was made.
class Watch {
 public:
  [[nodiscard]] double ms() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Device memory for the records of traced blocks.
class BlockTraceBuffer {
 public:
  BlockTraceBuffer(BufferPool& pool, const device::Stream& stream);
  [[nodiscard]] BlockSink sink() const;
  void collect(Trace& trace, const device::Stream& stream) const;

 private:
  std::shared_ptr<Buffer> records_;
  std::shared_ptr<Buffer> used_;
};

/// What the stages of one frame have in common.
struct StageContext {
  const Plan& plan;
  const ExecuteOptions& options;
  BufferPool& pool;
  GpuRun* gpu = nullptr;  ///< null where the plan does not use the GPU
  Field input;
  Field table;
  BlockTraceBuffer* block_trace = nullptr;
  ChunkSink* chunk_trace = nullptr;
  std::function<void()> undo_lead_in;  ///< puts back what a launch ahead has changed, on the GPU's stream
};

/// Runs stage `index` on both sides over their shares of the rows; `gpu_side` and `cpu_side` carry what the sides
/// write to, everything else is filled in here. Times go to `timing`.
void run_sides(const StageContext& context, std::size_t index, const Shares& shares, Job gpu_side, Job cpu_side,
               Timing& timing);

/// A stage that writes rows of the result, which is then where it is wanted. Nothing if it was cancelled.
std::optional<Field> run_rows(const StageContext& context, std::size_t index, std::span<const double> carried,
                              Timing& timing);

/// A reducing stage over the input's rows: the sides' numbers added up. Nothing if it was cancelled.
std::optional<std::vector<double>> run_reduction(const StageContext& context, std::size_t index,
                                                 std::span<const double> carried, Timing& timing);

}  // namespace heteroscope
