#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/frame/timing.hpp"
#include "core/memory/buffer.hpp"
#include "core/run/gpu/gpu_run.hpp"
#include "core/run/manner.hpp"
#include "core/run/shares/machine_run.hpp"
#include "core/trace/writer.hpp"

namespace heteroscope {

/// What one participant has in a frame.
struct ParticipantContext {
  GpuRun* gpu = nullptr;            ///< null: no GPU of this machine
  MachineRun* elsewhere = nullptr;  ///< null: it is of this machine
  Field input;                      ///< where the participant reads it
  Field table;
  TraceWriter* trace = nullptr;        ///< null: it is not traced
  LaunchObserver* observer = nullptr;  ///< null: nobody looks on
};

/// What the stages of one frame have in common.
struct StageContext {
  const Plan& plan;
  RunManner how;
  BufferPool& pool;
  std::vector<ParticipantContext> participants;  ///< as the plan's
  Summary input_summary;                         ///< of the whole source
  std::vector<std::vector<double>> reduced{};    ///< what the reducing stages ahead have found, by stage
  std::function<void()> undo_lead_in;            ///< puts back what a launch ahead has changed, on the GPU's stream
  BarrierPeers* peers = nullptr;                 ///< who else comes where participants meet

  [[nodiscard]] bool cancelled() const { return how.waiter.asked(); }
};

class ParticipantBuffers;

/// Runs stage `index` on all participants at the same time, each over its part of the rows, or over what it takes from
/// a queue; `jobs` carry what the participants write to, everything else is filled in here. Times go to `timing`. Says
/// which rows each has computed. Those of participants whose rows are wanted elsewhere are sent by `buffers`, piece by
/// piece, while the next are computed; null: nothing is sent.
Taken run_participants(const StageContext& context, std::size_t index, std::vector<AnyJob> jobs, Timing& timing,
                       const ParticipantBuffers* buffers = nullptr);

/// A stage that writes rows of the result, which is then where it is wanted. Nothing if it was cancelled.
std::optional<Field> run_rows(const StageContext& context, std::size_t index, std::span<const double> carried,
                              Timing& timing);

/// A reducing stage over the input's rows: the participants' partials added up. Nothing if it was cancelled.
std::optional<std::vector<double>> run_reduction(const StageContext& context, std::size_t index, Timing& timing);

}  // namespace heteroscope
