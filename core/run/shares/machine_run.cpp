#include "core/run/shares/machine_run.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/watch.hpp"
#include "core/link/reconnection.hpp"
#include "core/link/wire.hpp"
#include "core/run/iteration/plane_rows.hpp"
#include "core/trace/joined_traces.hpp"

namespace heteroscope {

void MachineRun::start(Work work) {
  failure_ = nullptr;
  ms_ = crossing_ms_ = 0;
  stop_ = {};
  thread_ = std::jthread([this, work = std::move(work), retries = RetryLostLinks::here()] {
    const std::stop_callback passed_on(work.stop, [this] { stop_.request_stop(); });
    std::optional<RetryLostLinks> retrying;  // what the thread that waits for this one has said holds here, too
    if (retries) retrying.emplace();
    const Watch watch;
    try {
      run(work);
    } catch (...) {
      failure_ = std::current_exception();
    }
    ms_ = watch.ms();
  });
}

void MachineRun::run(const Work& work) {
  for (Rows piece = work.rows.take(); !piece.empty(); piece = work.rows.take()) {
    if (!run_piece(work, piece)) return;
  }
}

/// False: nobody wants it any more.
bool MachineRun::run_piece(const Work& work, Rows piece) {
  const Watch watch;
  RowsRun options = work.run;
  options.rows = piece;
  options.waiter.stop = stop_.get_token();
  const std::uint64_t asked_ns = steady_ns();
  std::optional<Frame> frame = executor_.execute(work.plan, options);
  if (!frame) return false;
  const std::uint64_t answered_ns = steady_ns();
  work.take(piece, *frame);
  crossing_ms_ += frame->timing.crossing();
  if (options.trace) append(trace_, by_clock_of(std::move(frame->traces.front()), asked_ns, answered_ns));
  work.rows.took(piece.count(), watch.ms());
  return true;
}

double MachineRun::join() {
  thread_.join();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return ms_;
}

void MachineRun::settle() noexcept {
  stop_.request_stop();
  if (thread_.joinable()) thread_.join();
}

Trace MachineRun::take_trace() {
  Trace out = std::exchange(trace_, {});
  std::ranges::stable_sort(out.spans, {}, &TracedSpan::start_ns);
  std::ranges::stable_sort(out.copies, {}, &TracedCopy::start_ns);
  return out;
}

Plan plan_there(const Plan& plan, std::size_t participant) {
  Plan out = plan;
  Participant there = plan.participants[participant];
  there.machine.clear();
  Execution& execution = out.settings.execution;
  execution.elsewhere.clear();
  execution.processor = there.processor;
  execution.gpus = {.all = false, .numbers = there.is_gpu() ? std::vector{there.device} : std::vector<int>()};
  execution.sharing = Sharing::by_hand;
  execution.shares = Execution{}.shares;
  out.participants = {there};
  for (Parts& each : out.parts) each = {Rows{0, each.back().end}};
  return out;
}

void take_values(const Frame& frame, Rows rows, const FieldView& to) {
  const Field& field = frame.field;
  if (field.size() != Size{to.size.width, rows.count()} || field.precision() != to.precision)
    throw WireReader::damaged();
  const RowsOfPlane place = rows_of_plane(to, rows);
  std::memcpy(place.data, field.host_view().data, place.bytes);
}

void add_partials(const Frame& frame, std::size_t stage, std::span<double> to) {
  const std::vector<double>& partials = frame.reduced[stage];
  if (partials.size() != to.size()) throw WireReader::damaged();
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += partials[i];
}

}  // namespace heteroscope
