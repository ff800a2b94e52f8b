#include "core/run/engine/engine.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "core/base/completion.hpp"
#include "core/base/error.hpp"
#include "core/base/watch.hpp"
#include "core/base/worker.hpp"
#include "core/plan/preview.hpp"
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
  ChannelRun channels;
  PictureSpeed speed;
  Worker worker;

  bool begin();
  void run();
  void serve(const WaitingRequests::Next& next);
  std::optional<Plan> ask_ahead(const std::string& machine, int factor);
  enum class Preview { none, shown, unreachable };
  Preview serve_preview(const Request& request, const InteractiveRun& run, int factor, double patience);
  void serve_reference(const Settings& settings);
  struct Computed {
    std::optional<Frame> frame;
    Failure failure;
  };
  /// `in_color`: with the channels of a picture that has some.
  Computed compute(const Plan& plan, InteractiveRun run, double patience, bool in_color);
  Computed compute_picture(const Plan& plan, const InteractiveRun& run, double patience);
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
  return out;
}

void Engine::wait_for_picture(double longest_ms) const {
  std::unique_lock lock(state_->mutex);
  state_->answered.wait_for(lock, std::chrono::duration<double, std::milli>(longest_ms),
                            [&] { return !state_->unanswered; });
}

Reference Engine::reference_of(const std::shared_ptr<const Frame>& frame) {
  const Settings wanted = reference_settings(frame->plan);
  const std::lock_guard lock(state_->mutex);
  if (auto known = state_->references.find(wanted.problem)) return *std::move(known);
  if (!state_->begin()) return {nullptr, state_->progress.failure.line};
  if (state_->references.want(wanted)) state_->wake.notify_all();
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
    std::optional<Settings> reference;
    {
      std::unique_lock lock(mutex);
      wake.wait(lock, [&] { return stopping || waiting.any() || references.is_wanted(); });
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
        serve_reference(*reference);
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
Engine::State::Computed Engine::State::compute(const Plan& plan, InteractiveRun run, double patience, bool in_color) {
  {
    const std::lock_guard lock(mutex);
    if (stopping || abandoned || (patience == 0 && waiting.any())) return {};
    run.waiter.stop = current.begin(patience);
  }
  run.waiter.progress = [&](std::string_view what, double share) {
    const std::lock_guard lock(mutex);
    progress.making = what;
    progress.making_share = share;
  };
  Computed out;
  out.failure = attempt([&] {
    out.frame = executor.execute(plan, run);
    if (in_color && out.frame && !channels.add_to(*out.frame, catalog, run.waiter.stop)) out.frame.reset();
  });
  if (out.failure) channels.trim();
  if (out.failure.kind == Failure::Kind::device_lost) out.failure.line = loss_of(plan, out.failure.line);
  if (out.failure) executor.trim();
  const std::lock_guard lock(mutex);
  current.end();
  progress.making.clear();
  return out;
}

/// Computes the picture that progress() reports on.
Engine::State::Computed Engine::State::compute_picture(const Plan& plan, const InteractiveRun& run, double patience) {
  Computed computed = compute(plan, run, patience, true);
  const std::lock_guard lock(mutex);
  if (computed.frame || computed.failure) progress.failure = computed.failure;
  return computed;
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
Engine::State::Preview Engine::State::serve_preview(const Request& request, const InteractiveRun& run, int factor,
                                                    double patience) {
  if (factor == 1) return Preview::none;
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

void Engine::State::serve_reference(const Settings& settings) {
  const Planned planned = plan_or_refusal(settings, catalog, device::Devices::here());
  Reference found{.frame = nullptr, .why_not = planned.refusal};
  if (planned) {
    Computed computed = compute(*planned.plan, {.from_start = true}, 0, false);
    if (computed.frame) found.frame = std::make_shared<const Frame>(*std::move(computed.frame));
    if (computed.failure) found.why_not = "the reference: " + computed.failure.line;
  }
  const std::lock_guard lock(mutex);
  // cancelled for something newer; whoever still wants it asks again
  if (found.frame == nullptr && found.why_not.empty()) return references.end();
  references.keep(settings, std::move(found));
}

}  // namespace heteroscope
