#include "core/run/gpu/gpu_run.hpp"

#include <algorithm>

#include "core/base/failure.hpp"
#include "core/lanes/run_variant.hpp"
#include "core/run/bands.hpp"

namespace heteroscope {

namespace {

Precision precision_of(const AnyJob& job) {
  if (const auto* map = job.as<MapJob>())
    return map->input.data != nullptr ? map->input.precision : map->output.precision;
  if (const auto* reduce = job.as<ReduceJob>()) return reduce->input.precision;
  return job.as<IterateJob>()->precision();
}

/// Where it meets other lanes.
Seat seat_of(const AnyJob& job) {
  const auto* iterate = job.as<IterateJob>();
  return iterate != nullptr ? iterate->seat : Seat{};
}

/// Half of what the strictest driver allows.
constexpr double longest_launch_ms = 1000;

}  // namespace

bool exceeds_launch_limit(double operations, double rate, const device::Facts& gpu) {
  return gpu.limits_launch_time && operations > longest_launch_ms * rate;
}

/// Bands of rows, or of the variant's pieces.
class GpuRun::FromBands final : public LaunchSource {
 public:
  FromBands(GpuRun& run, const Launching& how)
      : run_(run),
        part_work_(std::max(how.row_work, 1.0) * run.job_->rows.count() / std::max(run.parts_.count(), 1)),
        bands_(run.parts_, part_work_ / run.rate(how), how.most_band) {}

  Rows take() override { return run_.job_->cancelled() || bands_.done() ? Rows{} : bands_.take(); }
  void launch(Rows parts, const device::Stream& stream) override { run_.launch(parts, stream); }
  void took(int parts, double ms) override {
    run_.last_rate_[run_.rate_key()] = part_work_ * parts / ms;
    bands_.took(parts, ms);
  }
  [[nodiscard]] int most_under_way() const override { return bands_.most_under_way(); }
  [[nodiscard]] bool overlaps() const override { return false; }

 private:
  GpuRun& run_;
  double part_work_;
  Bands bands_;
};

/// A queue's pieces of rows.
class GpuRun::FromQueue final : public LaunchSource {
 public:
  FromQueue(GpuRun& run, const Launching& how) : run_(run), queue_(*how.queue), lane_(how.lane) {}

  Rows take() override { return run_.job_->cancelled() ? Rows{} : queue_.take(lane_); }
  void launch(Rows rows, const device::Stream& stream) override {
    AnyJob piece = run_.job_;
    piece->rows = rows;
    piece->stream = stream.get();
    if (run_.variant_->pieces != nullptr) piece->pieces = call(run_.variant_->pieces, piece);
    run_variant(*run_.variant_, piece);
  }
  void took(int rows, double ms) override { queue_.took(lane_, rows, ms); }
  [[nodiscard]] int most_under_way() const override { return LaunchPipeline::most; }
  /// Not where launches would write to the same place.
  [[nodiscard]] bool overlaps() const override {
    return run_.scratch_ == nullptr && run_.job_.as<ReduceJob>() == nullptr;
  }

 private:
  GpuRun& run_;
  RowQueue& queue_;
  std::size_t lane_;
};

GpuRun::GpuRun(BufferPool& pool) : pool_(pool) {}

std::pair<const Variant*, Precision> GpuRun::rate_key() const {
  return {variant_, precision_of(job_)};
}

double GpuRun::rate(const Launching& how) const {
  const auto last = last_rate_.find(rate_key());
  return last == last_rate_.end() ? how.rate_guess : std::min(how.rate_guess, 0.5 * last->second);
}

GpuRun::~GpuRun() {
  if (driver_.joinable()) driver_.join();
}

void GpuRun::start(const Variant& variant, const AnyJob& job, const Launching& how) {
  variant_ = &variant;
  job_ = job;
  failure_ = nullptr;
  source_ = nullptr;
  const std::size_t scratch_bytes = variant.scratch_bytes != nullptr ? call(variant.scratch_bytes, job) : 0;
  scratch_ = scratch_bytes > 0 ? pool_.take(MemoryKind::device, scratch_bytes) : nullptr;
  job_->scratch = scratch_ ? scratch_->device() : nullptr;
  parts_ = variant.pieces != nullptr ? call(variant.pieces, job) : job->rows;

  if (const Seat seat = seat_of(job)) {
    driver_ = std::thread([this, meeting = seat.meeting] { drive_at(*meeting); });
    return;
  }
  if (how.queue != nullptr) {
    source_ = std::make_unique<FromQueue>(*this, how);
  } else if (job->cancel != nullptr ||
             exceeds_launch_limit(std::max(how.row_work, 1.0) * job->rows.count(), rate(how), device::facts())) {
    source_ = std::make_unique<FromBands>(*this, how);
  }
  if (source_ != nullptr) {
    if (how.cold) evict_cache();
    pipeline_.begin(*source_, stream_);
    // the first ones at once: a new thread may wait for ms until one of the CPU's lets it have a core
    if (pipeline_.advance() && how.queue == nullptr) driver_ = std::thread([this] { drive_on(); });
    return;
  }
  if (how.lead_in) {
    TraceWriter* const trace = std::exchange(job_->trace, nullptr);
    LaunchObserver* const observer = std::exchange(job_->observer, nullptr);
    launch(parts_, stream_);
    job_->trace = trace;
    job_->observer = observer;
    if (const auto* reduce = job.as<ReduceJob>())
      device::fill_zero(reduce->partials, static_cast<std::size_t>(reduce->partial_count) * sizeof(double), stream_);
    if (how.undo_lead_in) how.undo_lead_in();
  }
  if (how.cold) evict_cache();
  begin_.record(stream_);
  launch(parts_, stream_);
  end_.record(stream_);
}

/// On the stream, so that the GPU goes from there to the launch without a rest.
void GpuRun::evict_cache() {
  const std::size_t bytes = 2 * device::facts().l2_bytes;
  const std::shared_ptr<Buffer> other = pool_.take(MemoryKind::device, bytes);
  device::fill_zero(other->device(), bytes, stream_);
  evicting_ = other;
}

bool GpuRun::advance() {
  const device::Use use(stream_.device());
  return pipeline_.advance();
}

double GpuRun::join() {
  if (driver_.joinable()) driver_.join();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  if (source_ != nullptr) {
    const device::Use use(stream_.device());
    pipeline_.finish();
  } else {
    end_.synchronize();
  }
  scratch_.reset();
  evicting_.reset();
  return source_ != nullptr ? pipeline_.ms() : device::Event::elapsed_ms(begin_, end_);
}

void GpuRun::settle() noexcept {
  if (driver_.joinable()) driver_.join();
  failure_ = nullptr;
  attempt([this] { pipeline_.settle(); });
  attempt([this] { stream_.synchronize(); });
  attempt([this] { copy_stream_.synchronize(); });
  scratch_.reset();
  evicting_.reset();
}

void GpuRun::launch(Rows part, const device::Stream& stream) {
  AnyJob band = job_;
  band->stream = stream.get();
  (variant_->pieces != nullptr ? band->pieces : band->rows) = part;
  run_variant(*variant_, band);
}

/// The bands that start() has not launched, on a thread of their own.
void GpuRun::drive_on() {
  try {
    const device::Use use(stream_.device());
    pipeline_.finish();
  } catch (...) {
    failure_ = std::current_exception();  // thrown again by join()
  }
}

/// One launch, on a thread of its own: it waits for other lanes in the middle.
void GpuRun::drive_at(LaneExchange& meeting) {
  try {
    const device::Use use(stream_.device());
    begin_.record(stream_);
    launch(parts_, stream_);
    end_.record(stream_);
  } catch (...) {
    failure_ = std::current_exception();  // thrown again by join()
    meeting.stop(failure_);
  }
}

}  // namespace heteroscope
