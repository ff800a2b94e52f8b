#include "core/gpu_run.hpp"

#include <algorithm>
#include <array>

#include "core/bands.hpp"
#include "core/failure.hpp"

namespace heteroscope {

namespace {

Precision precision_of(const Job& job) {
  return job.input.data != nullptr ? job.input.precision : job.output.precision;
}

}  // namespace

GpuRun::~GpuRun() {
  if (driver_.joinable()) driver_.join();
}

void GpuRun::start(const Variant& variant, const Job& job, const Launching& how) {
  variant_ = &variant;
  job_ = job;
  most_band_ = how.most_band;
  queue_ = how.queue;
  lane_ = how.lane;
  failure_ = nullptr;
  const std::size_t scratch_bytes = variant.scratch_bytes != nullptr ? variant.scratch_bytes(job) : 0;
  scratch_ = scratch_bytes > 0 ? pool_.take(MemoryKind::device, scratch_bytes) : nullptr;
  job_.scratch = scratch_ ? scratch_->device() : nullptr;
  parts_ = variant.pieces != nullptr ? variant.pieces(job) : job.rows;

  if (job.seat) {
    driver_ = std::thread([this] { drive_at(*job_.seat.meeting); });
    return;
  }
  if (job.cancel == nullptr && queue_ == nullptr) {
    if (how.lead_in) {
      launch(parts_);
      const auto partial_bytes = static_cast<std::size_t>(job.partial_count) * sizeof(double);
      if (partial_bytes > 0) device::fill_zero(job.partials, partial_bytes, stream_);
      if (how.undo_lead_in) how.undo_lead_in();
    }
    begin_.record(stream_);
    launch(parts_);
    end_.record(stream_);
    return;
  }
  part_work_ = std::max(how.row_work, 1.0) * job.rows.count() / std::max(parts_.count(), 1);
  const auto last = last_rate_.find({&variant, precision_of(job)});
  rate_guess_ = last == last_rate_.end() ? how.rate_guess : std::min(how.rate_guess, 0.5 * last->second);
  driver_ = std::thread([this] {
    try {
      const device::Use use(stream_.device());
      queue_ != nullptr ? drive_queue() : drive_bands();
    } catch (...) {
      failure_ = std::current_exception();  // thrown again by join()
    }
  });
}

double GpuRun::join() {
  if (driver_.joinable()) driver_.join();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  end_.synchronize();
  scratch_.reset();
  return device::Event::elapsed_ms(begin_, end_);
}

void GpuRun::settle() noexcept {
  if (driver_.joinable()) driver_.join();
  failure_ = nullptr;
  attempt([this] { stream_.synchronize(); });
  attempt([this] { second_stream_.synchronize(); });
  attempt([this] { copy_stream_.synchronize(); });
  scratch_.reset();
}

void GpuRun::launch(Rows part) {
  Job band = job_;
  (variant_->pieces != nullptr ? band.pieces : band.rows) = part;
  variant_->run(band);
}

/// One launch, on a thread of its own: it waits for other lanes in the middle.
void GpuRun::drive_at(Meeting& meeting) {
  try {
    const device::Use use(stream_.device());
    begin_.record(stream_);
    launch(parts_);
    end_.record(stream_);
  } catch (...) {
    failure_ = std::current_exception();  // thrown again by join()
    meeting.stop(failure_);
  }
}

/// At most two bands are under way. On two streams the one begins while the last blocks of the other are still at work.
template <class Source>
void GpuRun::drive(Source source) {
  struct Band {
    device::Event begin;
    device::Event end;
    int parts = 0;
  };
  std::array<Band, 3> bands;  // the two, and the one before them
  const auto band_of = [&](int i) -> Band& { return bands[static_cast<std::size_t>(i) % bands.size()]; };
  const std::array<const device::Stream*, 2> streams{&stream_, source.overlaps() ? &second_stream_ : &stream_};
  int launched = 0;
  int finished = 0;
  bool more = true;

  begin_.record(stream_);
  streams[1]->wait(begin_);
  while (more || finished < launched) {
    if (more && launched - finished < source.most_under_way()) {
      const Rows parts = job_.cancelled() ? Rows{} : source.take();
      more = !parts.empty();
      if (!more) continue;
      Band& band = band_of(launched);
      const device::Stream& stream = *streams[static_cast<std::size_t>(launched % 2)];
      band.parts = parts.count();
      band.begin.record(stream);
      job_.stream = stream.get();
      source.launch(parts);
      band.end.record(stream);
      ++launched;
      continue;
    }
    const Band& band = band_of(finished);
    band.end.synchronize();
    double ms = device::Event::elapsed_ms(band.begin, band.end);
    // what it waited for the one before it is none of its own time; two at once have half of the GPU each
    if (source.overlaps() && finished > 0)
      ms = std::clamp(device::Event::elapsed_ms(band_of(finished - 1).end, band.end), ms / 2, ms);
    source.took(band.parts, std::max(ms, 1e-9));
    ++finished;
  }
  job_.stream = stream_.get();
  end_.record(stream_);
}

void GpuRun::drive_bands() {
  struct Cut {
    GpuRun& run;
    Bands bands;
    [[nodiscard]] int most_under_way() const { return bands.most_under_way(); }
    [[nodiscard]] static bool overlaps() { return false; }
    Rows take() { return bands.done() ? Rows{} : bands.take(); }
    void launch(Rows parts) const { run.launch(parts); }
    void took(int parts, double ms) {
      run.last_rate_[{run.variant_, precision_of(run.job_)}] = run.part_work_ * parts / ms;
      bands.took(parts, ms);
    }
  };
  drive(Cut{*this, Bands(parts_, part_work_ / rate_guess_, most_band_)});
}

void GpuRun::drive_queue() {
  struct Pieces {
    GpuRun& run;
    [[nodiscard]] static int most_under_way() { return 2; }
    /// Not where launches would write to the same place.
    [[nodiscard]] bool overlaps() const { return run.scratch_ == nullptr && run.job_.partial_count == 0; }
    [[nodiscard]] Rows take() const { return run.queue_->take(run.lane_); }
    void launch(Rows rows) const {
      Job piece = run.job_;
      piece.rows = rows;
      if (run.variant_->pieces != nullptr) piece.pieces = run.variant_->pieces(piece);
      run.variant_->run(piece);
    }
    void took(int rows, double ms) const { run.queue_->took(run.lane_, rows, ms); }
  };
  drive(Pieces{*this});
}

}  // namespace heteroscope
