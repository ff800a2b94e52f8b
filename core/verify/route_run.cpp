#include "core/verify/route_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

#include "core/base/given_up.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/source.hpp"
#include "core/trace/coverage.hpp"
#include "core/verify/case.hpp"

namespace heteroscope {

namespace {

/// Requests a stop after some time, unless it is told before that nobody needs it any more.
class Interruption {
 public:
  Interruption(std::stop_source cancel, double after_ms)
      : thread_([this, cancel, after_ms]() mutable {
          std::unique_lock lock(mutex_);
          const auto ended = [this] { return over_; };
          if (!wake_.wait_for(lock, std::chrono::duration<double, std::milli>(after_ms), ended)) cancel.request_stop();
        }) {}
  ~Interruption() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  bool over_ = false;
  std::thread thread_;
};

void nudge(Values& values, const Workload& workload, std::string_view id, double by) {
  const Parameter* parameter = workload.find_parameter(id);
  if (parameter == nullptr) return;
  Value& value = values.try_emplace(std::string(id), parameter->initial).first->second;
  value = clamped(*parameter, value.is_double() ? Value(value + by) : Value(value.decimal() + by));
}

/// Half of the steps, as the CPU's reference takes them, with the strokes that come before.
Settings first_half(const Settings& settings, const Workload& workload) {
  Settings half = reference_of(settings, workload);
  half.problem.steps = settings.problem.steps / 2;
  std::erase_if(half.problem.strokes, [&](const Stroke& stroke) { return stroke.step >= half.problem.steps; });
  return half;
}

/// Computes it, if the device can, for what it leaves behind in the executor.
void go_ahead(Executor& executor, const Settings& settings, const CheckedRun& run, Catalog catalog,
              device::Devices devices) {
  if (const Planned planned = plan(settings, catalog, devices)) executor.execute(*planned.plan, run);
}

}  // namespace

Settings seen_beside(const Settings& settings, const Workload& workload) {
  Settings out = settings;
  if (const auto& view = workload.navigation) {
    const auto span = out.problem.parameters.find(view->span);
    const double width = span != out.problem.parameters.end() ? static_cast<double>(span->second)
                                                              : workload.find_parameter(view->span)->initial;
    nudge(out.problem.parameters, workload, view->center_x, width / 8);
    nudge(out.problem.parameters, workload, view->center_y, width / 8);
    nudge(out.problem.parameters, workload, view->span, width / 8);
    if (!view->rotation.empty()) nudge(out.problem.parameters, workload, view->rotation, 15);
  }
  if (workload.clock) nudge(out.problem.parameters, workload, workload.clock->parameter, 0.125);
  if (const Parameter* side = workload.extent_parameter(out.problem.parameters))
    nudge(out.problem.parameters, workload, side->id, -1);
  // The steps of what is seen from the start on are few, so that the way there is short.
  out.problem.steps = std::min<std::int64_t>(out.problem.steps, 3);
  std::erase_if(out.problem.strokes, [&](const Stroke& stroke) { return stroke.step > out.problem.steps; });
  out.problem.size = {std::max(1, out.problem.size.width - out.problem.size.width / 4),
                      std::min(65536, out.problem.size.height + 1)};
  return out;
}

Frame run_route(Executor& executor, const Plan& plan, const Route& route, Catalog catalog, device::Devices devices,
                const std::stop_token& give_up) {
  std::stop_source cancel;
  CheckedRun run{.destination = route.shown ? Destination::device : Destination::host,
                 .summarize = route.shown,
                 .trace = route.traced,
                 .from_start = !route.keeps_state(),
                 .stop = route == Route{} ? give_up : std::stop_token()};
  const auto cut = [&] {
    run.stop = cancel.get_token();
    run.band = route.band;
  };
  if (route.band > 0) cut();
  const Settings& settings = plan.settings;
  if (route.moved) go_ahead(executor, seen_beside(settings, *plan.workload), run, catalog, devices);
  if (route.carried && plan.workload->iterates()) {
    go_ahead(executor, first_half(settings, *plan.workload), run, catalog, devices);
  }
  if (route.interrupted) {
    cut();
    const Frame whole = executor.execute(plan, run).value();
    // An iteration would have nothing left to do.
    if (plan.workload->iterates()) go_ahead(executor, seen_beside(settings, *plan.workload), run, catalog, devices);
    {
      const Interruption interruption(cancel, whole.timing.total / 2);
      executor.execute(plan, run);
    }
    cancel = {};
    cut();
  }
  std::optional<Frame> frame = executor.execute(plan, run);
  if (!frame) throw GivenUp{};
  return *std::move(frame);
}

namespace {

int multiprocessor_numbers_of(const Participant& participant) {
  const device::Use use(participant.device);
  return device::facts().multiprocessor_numbers;
}

}  // namespace

std::string wrong_trace(const Frame& frame) {
  for (std::size_t i = 0; i < frame.traces.size(); ++i) {
    const Trace& trace = frame.traces[i];
    const Participant& participant = frame.plan.participants[i];
    for (const TracedSpan& each : trace.spans) {
      const std::string& pass = trace.pass_of(each).name;
      if (each.end_ns < each.start_ns)
        return fmt::format("trace: part {} of {} ends before it starts", each.number, pass);
      if (each.start_ns + trace.clock_error_ns < trace.begin_ns || each.end_ns > trace.end_ns + trace.clock_error_ns) {
        return fmt::format("trace: part {} of {} lies outside of the frame", each.number, pass);
      }
      const int units = participant.is_gpu_here() ? multiprocessor_numbers_of(participant) : frame.plan.threads;
      if (!participant.is_elsewhere() && each.unit >= static_cast<std::uint32_t>(units)) {
        return fmt::format("trace: a span of {} ran on {} {} of {}", pass,
                           participant.is_gpu() ? "multiprocessor" : "thread", each.unit, units);
      }
    }
    if (std::string wrong = wrong_coverage(trace); !wrong.empty()) return wrong;
    if (frame.plan.workload->iterates() || frame.timing.participants[i].rows == 0) continue;
    for (std::size_t stage = 0; stage < frame.plan.stages.size(); ++stage) {
      const bool seen = std::ranges::any_of(
          trace.passes, [&](const TracedPass& pass) { return pass.stage == static_cast<int>(stage); });
      if (!seen && !frame.plan.parts[stage][i].empty()) return fmt::format("trace: stage {} was not recorded", stage);
    }
  }
  return {};
}

}  // namespace heteroscope
