#include "core/run/engine/engine.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/completion.hpp"
#include "core/base/error.hpp"
#include "core/base/watch.hpp"
#include "core/base/worker.hpp"
#include "core/plan/preview.hpp"
#include "core/process/heap.hpp"
#include "core/process/priority.hpp"
#include "core/run/channels.hpp"
#include "core/run/engine/current_computation.hpp"
#include "core/run/engine/picture_speed.hpp"
#include "core/run/engine/reference_store.hpp"
#include "core/run/engine/waiting_requests.hpp"

namespace heteroscope {

namespace {

/// The settings with which the reference computes the frame's result.
Settings reference_settings(const Plan& plan) {
  Settings settings = plan.settings;
  settings.execution.processor = Processor::cpu;
  settings.execution.elsewhere.clear();
  for (const Stage& stage : plan.workload->stages)
    settings.execution.variants[std::string(stage.id)].cpu = stage.reference();
  return settings;
}

/// "the GPU stopped in mandelbrot's cuda_tuned: …": whose fault a lost device is.
std::string loss_of(const Plan& plan, const std::string& line) {
  std::string variants;
  for (const PlannedStage& stage : plan.stages) {
    if (stage.gpu == nullptr) continue;
    variants += (variants.empty() ? "" : ", ") + std::string(stage.stage->id_of(*stage.gpu));
  }
  return std::string(plan.workload->id) + (variants.empty() ? "" : "'s " + variants) + ": " + line;
}

}  // namespace

struct Engine::State {
  explicit State(Catalog all) : catalog(all) {}

  Catalog catalog;
  mutable std::mutex mutex;
  std::condition_variable wake;
  std::condition_variable answered;  ///< a request has a picture, or has ended
  // guarded by mutex
  bool unanswered = false;  ///< the newest request has no picture yet, and has not ended
  bool stopping = false;
  bool serving = false;    // a request, not a reference
  bool abandoned = false;  // the request under way is no longer wanted, nor anything in its place
  WaitingRequests waiting;
  CurrentComputation current;
  ReferenceStore references;
  EngineProgress progress;
  Watch busy_since;
  // the worker's own
  Executor executor;
  /// Of frames that are computed once more: what ends its worker leaves the picture's alone. None while nothing is.
  std::optional<Executor> checker;
  ChannelRun channels;
  PictureSpeed speed;
  Worker worker;

  bool begin();
  void run();
  void serve(const WaitingRequests::Next& next);
  std::optional<Plan> ask_ahead(const std::string& machine, int factor);
  enum class Preview { none, shown, unreachable };
  Preview serve_preview(const Request& request, InteractiveRun run, int factor, double patience);
  void serve_compared(const ComparedWith& what);
  struct Computed {
    std::optional<Frame> frame;
    Failure failure;
  };
  /// Does the work, which is handed whoever waits for it, unless something newer waits already.
  Computed compute(const Plan& plan, double patience,
                   const std::function<std::optional<Frame>(const Waiter& waiter)>& work);
  Computed compute_picture(const Plan& plan, InteractiveRun run, double patience);
  Computed compute_reference(const Plan& plan);
  Computed compute_checked(const Plan& plan);
  /// Returns what is known of it, and has it computed where that is nothing.
  Reference ask(const ComparedWith& what);
  void publish(Frame frame, bool is_coarse);
  /// The whole one, however it was computed.
  bool has_picture_of(const Plan& plan);
  void abandon();
};

Engine::Engine(Catalog catalog) : state_(std::make_unique<State>(catalog)) {}

Engine::~Engine() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
    state_->waiting.clear();
    state_->current.stop();
  }
  state_->wake.notify_all();
  state_->worker.join();
}

void Engine::request(const Request& request) {
  {
    const std::lock_guard lock(state_->mutex);
    if (!state_->begin()) return;
    state_->waiting.put(request);
    state_->unanswered = true;
    state_->abandoned = false;
    if (state_->current.makes_room()) {
      state_->waiting.drop_ahead();
      state_->current.stop();
    }
    if (!state_->serving) state_->busy_since = Watch();
  }
  state_->wake.notify_all();
}

void Engine::show(std::shared_ptr<const Frame> frame) {
  const std::lock_guard lock(state_->mutex);
  state_->abandon();
  state_->progress.frame = std::move(frame);
  state_->progress.coarse = false;
  state_->progress.refusal.clear();
  state_->progress.failure = {};
}

void Engine::cancel() {
  const std::lock_guard lock(state_->mutex);
  state_->references.forget_wanted();
  state_->abandon();
}

EngineProgress Engine::progress() const {
  const std::lock_guard lock(state_->mutex);
  EngineProgress out = state_->progress;
  out.busy = state_->serving || state_->waiting.any();
  out.busy_ms = out.busy ? state_->busy_since.ms() : 0;
  if (!state_->serving) out.making.clear();  // that is a reference's, which no picture waits for
  return out;
}

void Engine::wait_for_picture(double longest_ms) const {
  std::unique_lock lock(state_->mutex);
  state_->answered.wait_for(lock, std::chrono::duration<double, std::milli>(longest_ms),
                            [&] { return !state_->unanswered; });
}

Reference Engine::reference_of(const std::shared_ptr<const Frame>& frame) {
  return state_->ask({.settings = reference_settings(frame->plan), .checked = nullptr});
}

Reference Engine::checked_of(const std::shared_ptr<const Frame>& frame) {
  return state_->ask({.settings = {}, .checked = frame});
}

Reference Engine::State::ask(const ComparedWith& what) {
  const std::lock_guard lock(mutex);
  if (auto known = references.take(what)) return *std::move(known);
  if (!begin()) return {nullptr, progress.failure.line};
  if (references.want(what)) wake.notify_all();
  return {};
}

/// Begins the thread, if that is still to be done; false where the system refuses. Called with the mutex held.
bool Engine::State::begin() {
  if (worker.started()) return true;
  progress.failure = worker.start([this] { run(); });
  return !progress.failure;
}

/// Called with the mutex held.
void Engine::State::abandon() {
  waiting.clear();
  abandoned = true;
  unanswered = false;
  current.stop();
}

void Engine::State::run() {
  let_others_first();
  for (;;) {
    std::optional<WaitingRequests::Next> request;
    std::optional<ComparedWith> reference;
    {
      std::unique_lock lock(mutex);
      const auto is_asked = [&] { return stopping || waiting.any() || references.is_wanted(); };
      if (!wake.wait_for(lock, rest_after, is_asked)) {
        lock.unlock();
        executor.rest();
        channels.rest();
        checker.reset();
        lock.lock();
        references.drop_unwanted_check();
        wake.wait(lock, is_asked);
      }
      if (stopping) return;
      request = waiting.take();
      if (!request) reference = references.begin();
      serving = request.has_value();
      busy_since = Watch();
      abandoned = false;
    }
    const Failure failed = attempt([&] {
      if (request) {
        serve(*request);
      } else {
        serve_compared(*reference);
      }
    });
    {
      const std::lock_guard lock(mutex);
      serving = false;
      unanswered = waiting.any();
      if (failed) {
        progress.failure = failed;
        references.end();
      }
    }
    answered.notify_all();
    announce_completion();
  }
}

/// No frame if it failed, was cancelled, or is not worth beginning because something newer waits.
Engine::State::Computed Engine::State::compute(const Plan& plan, double patience,
                                               const std::function<std::optional<Frame>(const Waiter& waiter)>& work) {
  Waiter waiter;
  {
    const std::lock_guard lock(mutex);
    if (stopping || abandoned || (patience == 0 && waiting.any())) return {};
    waiter.stop = current.begin(patience);
  }
  waiter.progress = [&](std::string_view what, double share) {
    const std::lock_guard lock(mutex);
    progress.making = what;
    progress.making_share = share;
  };
  Computed out;
  out.failure = attempt([&] { out.frame = work(waiter); });
  if (out.failure.kind == Failure::Kind::device_lost) out.failure.line = loss_of(plan, out.failure.line);
  const std::lock_guard lock(mutex);
  current.end();
  progress.making.clear();
  return out;
}

/// Computes the picture that progress() reports on, with the channels of one that has some.
Engine::State::Computed Engine::State::compute_picture(const Plan& plan, InteractiveRun run, double patience) {
  Computed computed = compute(plan, patience, [&](const Waiter& waiter) {
    run.waiter = waiter;
    std::optional<Frame> frame = executor.execute(plan, run);
    if (frame && !channels.add_to(*frame, catalog, waiter.stop)) frame.reset();
    return frame;
  });
  if (computed.failure) {
    channels.trim();
    executor.trim();
  }
  const std::lock_guard lock(mutex);
  if (computed.frame || computed.failure) progress.failure = computed.failure;
  return computed;
}

Engine::State::Computed Engine::State::compute_reference(const Plan& plan) {
  Computed out = compute(plan, 0, [&](const Waiter& waiter) {
    return executor.execute(plan, InteractiveRun{.from_start = true, .waiter = waiter});
  });
  if (out.failure) executor.trim();
  return out;
}

Engine::State::Computed Engine::State::compute_checked(const Plan& plan) {
  if (!checker) checker.emplace();
  Computed out = compute(plan, 0, [&](const Waiter& waiter) {
    std::optional<Frame> frame = checker->execute(
        plan, CheckedRun{.summarize = false, .stop = waiter.stop, .band = 0, .progress = waiter.progress});
    checker->trim();
    return frame;
  });
  if (out.failure) checker.reset();
  return out;
}

void Engine::State::publish(Frame frame, bool is_coarse) {
  auto shared = std::make_shared<const Frame>(std::move(frame));
  {
    const std::lock_guard lock(mutex);
    if (abandoned) return;  // it came to its end although nobody wants it any more
    progress.frame = std::move(shared);
    progress.coarse = is_coarse;
    unanswered = waiting.any();
  }
  answered.notify_all();
  announce_completion();
}

bool Engine::State::has_picture_of(const Plan& plan) {
  const std::lock_guard lock(mutex);
  return progress.frame != nullptr && !progress.coarse && progress.frame->plan.problem == plan.problem;
}

/// Returns the coarse picture of the pending request, if there is one, which is served next then. The machine is asked
/// for it while the one before is on its way.
std::optional<Plan> Engine::State::ask_ahead(const std::string& machine, int factor) {
  std::optional<Settings> settings;
  {
    const std::lock_guard lock(mutex);
    if (!abandoned) settings = waiting.ask_ahead(machine, factor);
  }
  if (!settings) return std::nullopt;
  return plan_or_refusal(coarse(*std::move(settings), factor), catalog, device::Devices::here()).plan;
}

void Engine::State::serve(const WaitingRequests::Next& next) {
  const Request& request = next.request;
  const Planned planned = plan_or_refusal(request.settings, catalog, device::Devices::here());
  {
    const std::lock_guard lock(mutex);
    progress.refusal = planned.refusal;
  }
  if (!planned) return;

  speed.begin(*planned.plan);
  const InteractiveRun run{.destination = request.destination, .trace = request.trace};

  // the picture is there already where only how it is computed has changed: it stays until the new one has come
  int factor = next.factor;
  if (factor == 0) factor = request.repeat || has_picture_of(*planned.plan) ? 1 : speed.first_factor(*planned.plan);
  // a preview is short and is wanted even when the view has moved on: without it a drag would show nothing new
  InteractiveRun first_run = run;
  if (const std::string& machine = request.settings.execution.machine; !machine.empty())
    first_run.next = [this, &machine, factor] { return ask_ahead(machine, factor); };
  const double patience = speed.patience_ms();
  const Preview preview = serve_preview(request, first_run, factor, patience);
  if (preview == Preview::unreachable) return;  // the machine is not asked a second time at once
  if (const int finer = preview == Preview::shown ? speed.finer_factor(*planned.plan, factor) : 1; finer > 1)
    serve_preview(request, run, finer, 0);
  // likewise a whole picture that is as short: each request would end it
  const bool is_first = factor == 1;
  if (auto frame = compute_picture(*planned.plan, is_first ? first_run : run, is_first ? patience : 0).frame) {
    speed.learn(*frame);
    publish(*std::move(frame), false);
  }
}

/// Computes and shows the picture in a fraction of its pixels.
Engine::State::Preview Engine::State::serve_preview(const Request& request, InteractiveRun run, int factor,
                                                    double patience) {
  if (factor == 1) return Preview::none;
  run.trace = false;  // a coarse picture's is not looked at
  const Planned preview = plan_or_refusal(coarse(request.settings, factor), catalog, device::Devices::here());
  if (!preview) return Preview::none;
  const Watch watch;
  Computed computed = compute_picture(*preview.plan, run, patience);
  if (computed.frame) {
    speed.learn(*computed.frame);
    publish(*std::move(computed.frame), true);
    return Preview::shown;
  }
  speed.learn_given_up(*preview.plan, watch.ms());
  return computed.failure.kind == Failure::Kind::unreachable ? Preview::unreachable : Preview::none;
}

void Engine::State::serve_compared(const ComparedWith& what) {
  Reference found;
  Computed computed;
  if (what.checked != nullptr) {
    computed = compute_checked(what.checked->plan);
    found.why_not = computed.failure.line;
  } else {
    const Planned planned = plan_or_refusal(what.settings, catalog, device::Devices::here());
    found.why_not = planned.refusal;
    if (planned) computed = compute_reference(*planned.plan);
    if (computed.failure) found.why_not = "the reference: " + computed.failure.line;
  }
  if (computed.frame) found.frame = std::make_shared<const Frame>(*std::move(computed.frame));
  const std::lock_guard lock(mutex);
  // cancelled for something newer; whoever still wants it asks again
  if (found.frame == nullptr && found.why_not.empty()) return references.end();
  references.keep(what, std::move(found));
}

}  // namespace heteroscope
