#include "core/run/engine.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "core/base/completion.hpp"
#include "core/base/error.hpp"
#include "core/base/watch.hpp"
#include "core/base/worker.hpp"
#include "core/plan/preview.hpp"
#include "core/process/priority.hpp"
#include "core/run/channels.hpp"
#include "core/run/picture_speed.hpp"

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
  // guarded by mutex
  bool stopping = false;
  bool serving = false;  // a request, not a reference
  bool computing = false;
  bool abandoned = false;  // the request under way is no longer wanted, nor anything in its place
  std::optional<Request> pending;
  // a request whose coarse picture a machine elsewhere was asked for ahead: it comes before the pending one
  struct Ahead {
    Request request;
    int factor = 0;  // 0: not known yet
  };
  std::optional<Ahead> next;
  EngineProgress progress;
  Watch busy_since;
  double patience_ms = 0;  // how long the present computation may go on when something newer is asked for
  Watch computing_since;
  std::optional<Settings> wanted_reference;
  std::optional<Settings> reference_under_way;
  struct Kept {
    Settings settings;
    Reference reference;
  };
  std::deque<Kept> references;
  std::stop_source cancel;
  // the worker's own
  Executor executor;
  ChannelRun channels;
  PictureSpeed speed;
  bool unreachable = false;  // the machine elsewhere, for the last computation
  Worker worker;

  bool begin();
  void run();
  void serve(const Request& request, int factor);
  std::optional<Plan> ask_ahead(const std::string& machine, int factor);
  std::optional<Ahead> take_request();
  bool serve_preview(const Request& request, const InteractiveRun& run, int factor, double patience);
  void serve_reference(const Settings& settings);
  struct Computed {
    std::optional<Frame> frame;
    Failure failure;
  };
  /// `in_color`: with the channels of a picture that has some.
  Computed compute(const Plan& plan, InteractiveRun run, double patience, bool in_color);
  std::optional<Frame> compute_picture(const Plan& plan, const InteractiveRun& run, double patience);
  void publish(Frame frame, bool is_coarse);
  /// The whole one, however it was computed.
  bool has_picture_of(const Plan& plan);
  void stop_work();
  void abandon();
};

Engine::Engine(Catalog catalog) : state_(std::make_unique<State>(catalog)) {}

Engine::~Engine() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
    state_->pending.reset();
    state_->next.reset();
    state_->stop_work();
  }
  state_->wake.notify_all();
  state_->worker.join();
}

void Engine::request(const Request& request) {
  {
    const std::lock_guard lock(state_->mutex);
    if (!state_->begin()) return;
    state_->pending = request;
    state_->abandoned = false;
    if (state_->computing && state_->computing_since.ms() >= state_->patience_ms) {
      state_->next.reset();
      state_->stop_work();
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
  state_->wanted_reference.reset();
  state_->abandon();
}

EngineProgress Engine::progress() const {
  const std::lock_guard lock(state_->mutex);
  EngineProgress out = state_->progress;
  out.busy = state_->serving || state_->pending.has_value() || state_->next.has_value();
  out.busy_ms = out.busy ? state_->busy_since.ms() : 0;
  return out;
}

Reference Engine::reference_of(const std::shared_ptr<const Frame>& frame) {
  const Settings wanted = reference_settings(frame->plan);
  const std::lock_guard lock(state_->mutex);
  for (const auto& each : state_->references) {
    if (each.settings.problem == wanted.problem) return each.reference;
  }
  if (!state_->begin()) return {nullptr, state_->progress.failure.line};
  if (!state_->reference_under_way || state_->reference_under_way->problem != wanted.problem) {
    state_->wanted_reference = wanted;
    state_->wake.notify_all();
  }
  return {};
}

/// Begins the thread, if that is still to be done; false where the system refuses. Called with the mutex held.
bool Engine::State::begin() {
  if (worker.started()) return true;
  progress.failure = worker.start([this] { run(); });
  return !progress.failure;
}

/// Called with the mutex held.
void Engine::State::stop_work() {
  cancel.request_stop();
}

/// Called with the mutex held.
void Engine::State::abandon() {
  pending.reset();
  next.reset();
  abandoned = true;
  stop_work();
}

/// Called with the mutex held.
std::optional<Engine::State::Ahead> Engine::State::take_request() {
  if (next) return std::exchange(next, std::nullopt);
  if (!pending) return std::nullopt;
  return Ahead{.request = *std::exchange(pending, std::nullopt)};
}

void Engine::State::run() {
  let_others_first();
  for (;;) {
    std::optional<Ahead> request;
    std::optional<Settings> reference;
    {
      std::unique_lock lock(mutex);
      wake.wait(lock, [&] { return stopping || pending || next || wanted_reference; });
      if (stopping) return;
      request = take_request();
      if (!request) reference = reference_under_way = std::exchange(wanted_reference, std::nullopt);
      serving = request.has_value();
      busy_since = Watch();
      abandoned = false;
    }
    const Failure failed = attempt([&] {
      if (request) {
        serve(request->request, request->factor);
      } else {
        serve_reference(*reference);
      }
    });
    {
      const std::lock_guard lock(mutex);
      serving = false;
      if (failed) {
        progress.failure = failed;
        reference_under_way.reset();
      }
    }
    announce_completion();
  }
}

/// No frame if it failed, was cancelled, or is not worth beginning because something newer waits.
Engine::State::Computed Engine::State::compute(const Plan& plan, InteractiveRun run, double patience, bool in_color) {
  {
    const std::lock_guard lock(mutex);
    if (stopping || abandoned || (patience == 0 && (pending || next))) return {};
    cancel = {};
    run.waiter.stop = cancel.get_token();
    computing = true;
    computing_since = Watch();
    patience_ms = patience;
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
  unreachable = out.failure.kind == Failure::Kind::unreachable;
  if (out.failure) channels.trim();
  if (out.failure.kind == Failure::Kind::device_lost) out.failure.line = loss_of(plan, out.failure.line);
  if (out.failure) executor.trim();
  const std::lock_guard lock(mutex);
  computing = false;
  progress.making = {};
  return out;
}

/// Computes the picture that progress() reports on.
std::optional<Frame> Engine::State::compute_picture(const Plan& plan, const InteractiveRun& run, double patience) {
  Computed computed = compute(plan, run, patience, true);
  const std::lock_guard lock(mutex);
  if (computed.frame || computed.failure) progress.failure = std::move(computed.failure);
  return std::move(computed.frame);
}

void Engine::State::publish(Frame frame, bool is_coarse) {
  auto shared = std::make_shared<const Frame>(std::move(frame));
  {
    const std::lock_guard lock(mutex);
    if (abandoned) return;  // it came to its end although nobody wants it any more
    progress.frame = std::move(shared);
    progress.coarse = is_coarse;
  }
  announce_completion();
}

bool Engine::State::has_picture_of(const Plan& plan) {
  const std::lock_guard lock(mutex);
  return progress.frame != nullptr && !progress.coarse && progress.frame->plan.problem == plan.problem;
}

/// Returns the coarse picture of the pending request, if there is one, which is served next then. The machine is asked
/// for it while the one before is on its way.
std::optional<Plan> Engine::State::ask_ahead(const std::string& machine, int factor) {
  Settings settings;
  {
    const std::lock_guard lock(mutex);
    if (abandoned || next || !pending || pending->repeat || pending->settings.execution.machine != machine)
      return std::nullopt;
    next = {.request = *std::exchange(pending, std::nullopt), .factor = factor};
    settings = next->request.settings;
  }
  return plan_or_refusal(coarse(settings, factor), catalog, device::all()).plan;
}

/// `factor`: of the coarse picture, where a machine was asked for it; else 0.
void Engine::State::serve(const Request& request, int factor) {
  const Planned planned = plan_or_refusal(request.settings, catalog, device::all());
  {
    const std::lock_guard lock(mutex);
    progress.refusal = planned.refusal;
  }
  if (!planned) return;

  speed.begin(*planned.plan);
  unreachable = false;
  const InteractiveRun run{.destination = request.destination, .trace = request.trace};

  // the picture is there already where only how it is computed has changed: it stays until the new one has come
  if (factor == 0) factor = request.repeat || has_picture_of(*planned.plan) ? 1 : speed.first_factor(*planned.plan);
  // a preview is short and is wanted even when the view has moved on: without it a drag would show nothing new
  InteractiveRun first_run = run;
  if (const std::string& machine = request.settings.execution.machine; !machine.empty())
    first_run.next = [this, &machine, factor] { return ask_ahead(machine, factor); };
  const double patience = speed.patience_ms();
  const bool shown = serve_preview(request, first_run, factor, patience);
  if (unreachable) return;  // it is not asked a second time at once
  if (const int finer = shown ? speed.finer_factor(*planned.plan, factor) : 1; finer > 1)
    serve_preview(request, run, finer, 0);
  // likewise a whole picture that is as short: each request would end it
  const bool is_first = factor == 1;
  if (auto frame = compute_picture(*planned.plan, is_first ? first_run : run, is_first ? patience : 0)) {
    speed.learn(*frame);
    publish(*std::move(frame), false);
  }
}

/// Computes and shows the picture in a fraction of its pixels; returns whether it is shown.
bool Engine::State::serve_preview(const Request& request, const InteractiveRun& run, int factor, double patience) {
  if (factor == 1) return false;
  const Planned preview = plan_or_refusal(coarse(request.settings, factor), catalog, device::all());
  if (!preview) return false;
  const Watch watch;
  auto frame = compute_picture(*preview.plan, run, patience);
  if (frame) {
    speed.learn(*frame);
    publish(*std::move(frame), true);
    return true;
  }
  speed.learn_given_up(*preview.plan, watch.ms());
  return false;
}

void Engine::State::serve_reference(const Settings& settings) {
  const Planned planned = plan_or_refusal(settings, catalog, device::all());
  Reference found{.frame = nullptr, .why_not = planned.refusal};
  if (planned) {
    Computed computed = compute(*planned.plan, {.from_start = true}, 0, false);
    if (computed.frame) found.frame = std::make_shared<const Frame>(*std::move(computed.frame));
    if (computed.failure) found.why_not = "the reference: " + computed.failure.line;
  }
  const std::lock_guard lock(mutex);
  reference_under_way.reset();
  // cancelled for something newer; whoever still wants it asks again
  if (found.frame == nullptr && found.why_not.empty()) return;
  constexpr std::size_t kept = 4;
  references.push_back({settings, std::move(found)});
  if (references.size() > kept) references.pop_front();
}

}  // namespace heteroscope
