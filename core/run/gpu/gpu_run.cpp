#include "core/run/gpu/gpu_run.hpp"

#include <algorithm>
#include <limits>

#include "core/base/failure.hpp"
#include "core/participants/run_variant.hpp"

namespace heteroscope {

namespace {

Precision precision_of(const AnyJob& job) {
  if (const auto* map = job.as<MapJob>())
    return map->input.data != nullptr ? map->input.precision : map->output.precision;
  if (const auto* reduce = job.as<ReduceJob>()) return reduce->input.precision;
  return job.as<IterateJob>()->precision();
}

/// Where it meets other participants.
Collective collective_of(const AnyJob& job) {
  const auto* iterate = job.as<IterateJob>();
  return iterate != nullptr ? iterate->collective : Collective{};
}

/// Half of what the strictest driver allows.
constexpr double longest_launch_ms = 1000;

}  // namespace

bool exceeds_launch_limit(double operations, double rate, const device::Facts& gpu) {
  return gpu.limits_launch_time && operations > longest_launch_ms * rate;
}

std::int64_t steps_within_launch_limit(double step_ms, const device::Facts& gpu) {
  constexpr std::int64_t few = 16;  // the first launch takes these, and shows how long a step takes
  if (!gpu.limits_launch_time) return std::numeric_limits<std::int64_t>::max();
  return step_ms > 0 ? std::max(std::int64_t{1}, static_cast<std::int64_t>(longest_launch_ms / step_ms)) : few;
}

void copy_rows(const RowCopy& of, Rows rows, const device::Stream& stream) {
  const device::Use use(stream.device());
  const std::size_t offset = of.row_bytes * static_cast<std::size_t>(rows.begin);
  device::copy(static_cast<std::byte*>(of.to) + offset, static_cast<const std::byte*>(of.from) + offset,
               of.row_bytes * static_cast<std::size_t>(rows.count()), of.direction, stream);
}

GpuRun::GpuRun(BufferPool& pool) : pool_(pool) {}

std::pair<const Variant*, Precision> GpuRun::rate_key() const {
  return {variant_, precision_of(job_)};
}

double GpuRun::rate(const Launching& how) const {
  const auto last = last_rate_.find(rate_key());
  return last == last_rate_.end() ? how.rate_guess : std::min(how.rate_guess, 0.5 * last->second);
}

void GpuRun::start(const Variant& variant, const AnyJob& job, const Launching& how) {
  variant_ = &variant;
  job_ = job;
  failure_ = nullptr;
  source_ = nullptr;
  bands_.reset();
  sent_pieces_.reset();
  const std::size_t scratch_bytes = variant.scratch_bytes != nullptr ? call(variant.scratch_bytes, job) : 0;
  scratch_ = scratch_bytes > 0 ? pool_.take(MemoryKind::device, scratch_bytes) : nullptr;
  if (scratch_ && how.spoil) device::fill_ones(scratch_->device(), scratch_bytes, stream_);
  job_->scratch = scratch_ ? scratch_->device() : nullptr;
  parts_ = variant.pieces != nullptr ? call(variant.pieces, job) : job->rows;

  if (const Collective collective = collective_of(job)) {
    driver_.start([this, barrier = collective.barrier] { drive_at(*barrier); });
    return;
  }
  source_ = source_of(how);
  if (how.lead_in && (source_ == nullptr || sent_pieces_)) lead_in(how);
  if (source_ != nullptr) {
    launch_pieces(how);
    return;
  }
  if (how.cold) evict_cache();
  begin_.record(stream_);
  launch(parts_, stream_);
  end_.record(stream_);
  if (how.send) how.send(job->rows, end_);
}

/// A launch of all rows, of which nobody is told.
void GpuRun::lead_in(const Launching& how) {
  TraceWriter* const trace = std::exchange(job_->trace, nullptr);
  LaunchObserver* const observer = std::exchange(job_->observer, nullptr);
  launch(parts_, stream_);
  job_->trace = trace;
  job_->observer = observer;
  if (const auto* reduce = job_.as<ReduceJob>())
    device::fill_zero(reduce->partials, static_cast<std::size_t>(reduce->partial_count) * sizeof(double), stream_);
  if (how.undo_lead_in) how.undo_lead_in();
}

bool GpuRun::can_be_cut() const {
  return variant_->pieces == nullptr || parts_.count() > 1;
}

std::vector<Rows> GpuRun::pieces_of(const Launching& how) const {
  if (!how.send || !how.cut_to_send || !can_be_cut()) return {job_->rows};
  const auto last = last_sent_.find(rate_key());
  if (last == last_sent_.end()) return pieces_to_send(job_->rows, {});
  const int rows = job_->rows.count();
  return pieces_to_send(job_->rows, SendingTimes{rows * last->second.compute_ms, rows * last->second.send_ms});
}

RowSource* GpuRun::source_of(const Launching& how) {
  if (how.queue != nullptr) return how.queue;
  std::vector<Rows> pieces = pieces_of(how);
  const double work = std::max(how.row_work, 1.0) * job_->rows.count();
  const Rows cut = how.send ? job_->rows : parts_;
  part_work_ = work / std::max(cut.count(), 1);
  if (job_->cancel == nullptr && !exceeds_launch_limit(work, rate(how), device::facts()))
    return pieces.size() > 1 ? &sent_pieces_.emplace(std::move(pieces)) : nullptr;
  bands_.emplace(cut, part_work_ / rate(how), how.most_band);
  if (!how.send || (can_be_cut() && !bands_->takes_all())) return &*bands_;
  // one band is as long as all pieces: they are launched at once, and need no thread that has the next ones launched
  bands_.reset();
  return &sent_pieces_.emplace(std::move(pieces));
}

void GpuRun::launch_pieces(const Launching& how) {
  if (how.cold) evict_cache();
  const bool rows = how.queue != nullptr || how.send;
  // not where launches would write to the same place, nor where each is to end soon
  const bool overlap = rows && !bands_ && scratch_ == nullptr && job_.as<ReduceJob>() == nullptr;
  pipeline_.begin({.pieces = *source_,
                   .launch =
                       [this, rows](Rows piece, const device::Stream& stream) {
                         rows ? launch_rows(piece, stream) : launch(piece, stream);
                       },
                   .launched = how.send,
                   .overlap = overlap,
                   .cancel = job_->cancel},
                  stream_);
  // the first ones at once: another thread may wait for ms until one of the CPU's lets it have a core
  if (pipeline_.advance() && how.queue == nullptr) driver_.start([this] { drive_on(); });
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
  driver_.join();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  if (source_ != nullptr) {
    const device::Use use(stream_.device());
    pipeline_.finish();
  } else {
    end_.synchronize();
  }
  if (bands_ && bands_->part_ms() > 0) last_rate_[rate_key()] = part_work_ / bands_->part_ms();
  scratch_.reset();
  evicting_.reset();
  compute_ms_ = source_ != nullptr ? pipeline_.ms() : device::Event::elapsed_ms(begin_, end_);
  // as of bands: the next frame that can be cancelled is cut by it
  if (sent_pieces_ && job_->cancel != nullptr && !job_->cancelled() && compute_ms_ > 0)
    last_rate_[rate_key()] = part_work_ * job_->rows.count() / compute_ms_;
  return compute_ms_;
}

const device::Event& GpuRun::mark() {
  mark_.record(stream_);
  return mark_;
}

void GpuRun::begin_sends(const device::Event* ready) {
  sends_.clear();
  sent_rows_ = 0;
  if (ready != nullptr) copy_stream_.wait(*ready);
}

void GpuRun::send(Rows rows, const RowCopy& of, const device::Event& computed) {
  EventPairs::Pair& around = sends_.next();
  copy_stream_.wait(computed);
  around.begin.record(copy_stream_);
  copy_rows(of, rows, copy_stream_);
  around.end.record(copy_stream_);
  sent_rows_ += rows.count();
}

double GpuRun::end_sends() {
  copy_stream_.synchronize();
  const double ms = sends_.ms();
  if (sent_rows_ > 0 && ms > 0 && compute_ms_ > 0)
    last_sent_[rate_key()] = {.compute_ms = compute_ms_ / sent_rows_, .send_ms = ms / sent_rows_};
  return ms;
}

void GpuRun::settle() noexcept {
  driver_.join();
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

void GpuRun::launch_rows(Rows rows, const device::Stream& stream) {
  AnyJob piece = job_;
  piece->rows = rows;
  piece->stream = stream.get();
  if (variant_->pieces != nullptr) piece->pieces = call(variant_->pieces, piece);
  run_variant(*variant_, piece);
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

/// One launch, on a thread of its own: it waits for other participants in the middle.
void GpuRun::drive_at(Exchange& barrier) {
  try {
    const device::Use use(stream_.device());
    begin_.record(stream_);
    launch(parts_, stream_);
    end_.record(stream_);
  } catch (...) {
    failure_ = std::current_exception();  // thrown again by join()
    barrier.stop(failure_);
  }
}

}  // namespace heteroscope
