#include "core/engine.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/error.hpp"

namespace heteroscope {

namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point then) {
  return std::chrono::duration<double, std::milli>(Clock::now() - then).count();
}

constexpr double preview_worth_ms = 40;     // a full frame that takes longer is preceded by a coarse one
constexpr double preview_budget_ms = 20;    // that the coarse one should take
constexpr double preview_patience_ms = 60;  // after which a new request may cancel even the coarse one
constexpr int first_factor = 8;  // pixels of the full picture along a side of a coarse pixel, while speed is unknown
constexpr int coarsest = 32;

/// How many pixels along a side one coarse pixel stands for; 1: no preview. `pixel_ms` is what a pixel of the same
/// workload on the same processor took last, 0 if that is not known.
int preview_factor(const Plan& plan, double pixel_ms) {
  // a source's picture at another size is another picture, an iteration on another grid another state, and what has a
  // size of its own another problem
  if (plan.workload->takes_image || plan.workload->size_parameter(plan.settings.parameters) != nullptr) return 1;
  const auto area = static_cast<double>(plan.output.size.area());
  if (pixel_ms <= 0) return plan.uses_cpu() ? first_factor : 1;
  const double full_ms = area * pixel_ms;
  if (full_ms <= preview_worth_ms) return 1;
  const int factor = static_cast<int>(std::ceil(std::sqrt(full_ms / preview_budget_ms)));
  return std::clamp(factor, 2, coarsest);
}

Settings coarse(Settings settings, int factor) {
  settings.size = {(settings.size.width + factor - 1) / factor, (settings.size.height + factor - 1) / factor};
  return settings;
}

/// The same result as the frame's, as the reference computes it.
Settings reference_settings(const Plan& plan) {
  Settings settings = plan.settings;
  settings.processor = Processor::cpu;
  for (const Stage& stage : plan.workload->stages) settings.variants[std::string(stage.id)].cpu = stage.reference();
  return settings;
}

/// Whether two settings have the same reference: whatever does not change a result is left out.
bool same_result(const Settings& a, const Settings& b) {
  return a.workload == b.workload && a.parameters == b.parameters && a.source == b.source &&
         a.precision == b.precision && a.size == b.size && a.steps == b.steps && a.strokes == b.strokes;
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
  Progress progress;
  Clock::time_point busy_since;
  std::optional<Clock::time_point> cancelled_at;
  double patience_ms = 0;  // how long the present computation may go on when something newer is asked for
  Clock::time_point computing_since;
  std::optional<Settings> wanted_reference;
  std::optional<Settings> reference_under_way;
  std::deque<std::shared_ptr<const Frame>> references;
  // shared without the mutex
  std::atomic<bool> cancel{false};
  // the worker's own
  Executor executor;
  double pixel_ms = 0;
  std::string pixel_ms_of;
  std::thread worker;

  void run();
  void serve(const Request& request);
  void serve_reference(const Settings& settings);
  std::optional<Frame> compute(const Plan& plan, ExecuteOptions options, double patience);
  void publish(Frame frame, bool is_coarse);
  void stop_work();
};

Engine::Engine(Catalog catalog) : state_(std::make_unique<State>(catalog)) {
  state_->worker = std::thread([state = state_.get()] { state->run(); });
}

Engine::~Engine() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
    state_->pending.reset();
    state_->stop_work();
  }
  state_->wake.notify_all();
  state_->worker.join();
}

void Engine::request(const Request& request) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->pending = request;
    state_->abandoned = false;
    if (state_->computing && ms_since(state_->computing_since) >= state_->patience_ms) state_->stop_work();
    if (!state_->serving) state_->busy_since = Clock::now();
  }
  state_->wake.notify_all();
}

void Engine::cancel() {
  const std::lock_guard lock(state_->mutex);
  state_->pending.reset();
  state_->wanted_reference.reset();
  state_->abandoned = true;
  state_->stop_work();
}

Progress Engine::progress() const {
  const std::lock_guard lock(state_->mutex);
  Progress out = state_->progress;
  out.busy = state_->serving || state_->pending.has_value();
  out.busy_ms = out.busy ? ms_since(state_->busy_since) : 0;
  return out;
}

std::shared_ptr<const Frame> Engine::reference_of(const std::shared_ptr<const Frame>& frame) {
  const Settings wanted = reference_settings(frame->plan);
  const std::lock_guard lock(state_->mutex);
  for (const auto& each : state_->references) {
    if (same_result(each->plan.settings, wanted)) return each;
  }
  if (!state_->reference_under_way || !same_result(*state_->reference_under_way, wanted)) {
    state_->wanted_reference = wanted;
    state_->wake.notify_all();
  }
  return nullptr;
}

/// Called with the mutex held.
void Engine::State::stop_work() {
  if (!cancel.exchange(true)) cancelled_at = Clock::now();
}

void Engine::State::run() {
  for (;;) {
    std::optional<Request> request;
    std::optional<Settings> reference;
    {
      std::unique_lock lock(mutex);
      serving = false;
      wake.wait(lock, [&] { return stopping || pending || wanted_reference; });
      if (stopping) return;
      request = std::exchange(pending, std::nullopt);
      if (!request) reference = reference_under_way = std::exchange(wanted_reference, std::nullopt);
      serving = request.has_value();
      busy_since = Clock::now();
      abandoned = false;
    }
    if (request) {
      serve(*request);
    } else {
      serve_reference(*reference);
    }
  }
}

/// Nothing if it failed, was cancelled, or is not worth beginning because something newer waits.
std::optional<Frame> Engine::State::compute(const Plan& plan, ExecuteOptions options, double patience) {
  {
    const std::lock_guard lock(mutex);
    if (stopping || abandoned || (patience == 0 && pending)) return std::nullopt;
    cancel = false;
    cancelled_at.reset();
    computing = true;
    computing_since = Clock::now();
    patience_ms = patience;
  }
  options.cancel = &cancel;
  std::optional<Frame> frame;
  std::string error;
  try {
    frame = executor.execute(plan, options);
  } catch (const DeviceError& failure) {
    error = failure.what();
  } catch (const BadInput& failure) {
    error = failure.what();
  }
  if (!error.empty()) executor.trim();
  const std::lock_guard lock(mutex);
  computing = false;
  if (cancelled_at) progress.last_cancel_ms = ms_since(*cancelled_at);
  cancelled_at.reset();
  progress.error = error;
  return frame;
}

void Engine::State::publish(Frame frame, bool is_coarse) {
  auto shared = std::make_shared<const Frame>(std::move(frame));
  const std::lock_guard lock(mutex);
  progress.frame = std::move(shared);
  progress.coarse = is_coarse;
}

void Engine::State::serve(const Request& request) {
  std::string refusal;
  Planned planned;
  try {
    planned = plan(request.settings, catalog, device::facts());
    refusal = planned.refusal;
  } catch (const BadInput& wrong) {
    refusal = wrong.what();
  }
  {
    const std::lock_guard lock(mutex);
    progress.refusal = refusal;
  }
  if (!planned) return;

  const std::string kind =
      std::string(planned.plan->workload->id) + '/' + std::string(id_of(request.settings.processor));
  if (kind != pixel_ms_of) pixel_ms = 0;
  pixel_ms_of = kind;
  const ExecuteOptions options{.destination = request.destination, .trace = request.trace};
  const auto note_speed = [&](const Frame& frame) {
    pixel_ms = frame.timing.total / static_cast<double>(frame.plan.extent().area());
  };

  const int factor = request.repeat ? 1 : preview_factor(*planned.plan, pixel_ms);
  if (factor > 1) {
    const Planned preview = plan(coarse(request.settings, factor), catalog, device::facts());
    // a preview is short and is wanted even when the view has moved on: without it a drag would show nothing new
    const Clock::time_point start = Clock::now();
    if (auto frame = compute(*preview.plan, options, preview_patience_ms)) {
      note_speed(*frame);
      publish(*std::move(frame), true);
    } else {
      // it takes at least this long: the next preview will be coarser
      pixel_ms = std::max(pixel_ms, ms_since(start) / static_cast<double>(preview.plan->settings.size.area()));
    }
  }
  if (auto frame = compute(*planned.plan, options, 0)) {
    note_speed(*frame);
    publish(*std::move(frame), false);
  }
}

void Engine::State::serve_reference(const Settings& settings) {
  const Planned planned = plan(settings, catalog, device::facts());
  auto frame = planned ? compute(*planned.plan, {.from_start = true}, 0) : std::nullopt;
  const std::lock_guard lock(mutex);
  reference_under_way.reset();
  if (!frame) return;  // cancelled for something newer; whoever still wants it asks again
  constexpr std::size_t kept = 4;
  references.push_back(std::make_shared<const Frame>(*std::move(frame)));
  if (references.size() > kept) references.pop_front();
}

}  // namespace heteroscope
