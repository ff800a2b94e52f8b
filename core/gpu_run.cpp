#include "core/gpu_run.hpp"

#include <algorithm>
#include <array>

namespace heteroscope {

namespace {

constexpr double band_ms = 8;  // two under way and one being noticed stay under the 30 ms of a cancel

Precision precision_of(const Job& job) {
  return job.input.data != nullptr ? job.input.precision : job.output.precision;
}

}  // namespace

GpuRun::~GpuRun() {
  if (driver_.joinable()) driver_.join();
}

void GpuRun::start(const Variant& variant, const Job& job, double row_work, double rate_guess, bool lead_in) {
  variant_ = &variant;
  job_ = job;
  failure_ = nullptr;
  const std::size_t scratch_bytes = variant.scratch_bytes != nullptr ? variant.scratch_bytes(job) : 0;
  scratch_ = scratch_bytes > 0 ? pool_.take(MemoryKind::device, scratch_bytes) : nullptr;
  job_.scratch = scratch_ ? scratch_->device() : nullptr;

  if (job.cancel == nullptr) {
    if (lead_in) {
      launch(job.rows);
      const auto partial_bytes = static_cast<std::size_t>(job.partial_count) * sizeof(double);
      if (partial_bytes > 0) device::fill_zero(job.partials, partial_bytes, stream_);
    }
    begin_.record(stream_);
    launch(job.rows);
    end_.record(stream_);
    return;
  }
  row_work_ = std::max(row_work, 1.0);
  const auto last = last_rate_.find({&variant, precision_of(job)});
  rate_guess_ = last == last_rate_.end() ? rate_guess : std::min(rate_guess, 0.5 * last->second);
  driver_ = std::thread([this] {
    try {
      drive_bands();
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

void GpuRun::launch(Rows rows) {
  Job band = job_;
  band.rows = rows;
  variant_->run(band);
}

void GpuRun::drive_bands() {
  struct Band {
    device::Event begin;
    device::Event end;
    int rows = 0;
  };
  std::array<Band, 2> bands;
  int launched = 0;
  int finished = 0;
  int next_row = job_.rows.begin;
  double rows_wanted = std::max(1.0, band_ms * rate_guess_ / row_work_);

  begin_.record(stream_);
  while (finished < launched || (next_row < job_.rows.end && !job_.cancelled())) {
    // a row that takes longer than a band should is waited for alone
    const int under_way = rows_wanted < 2 ? 1 : 2;
    if (launched - finished < under_way && next_row < job_.rows.end && !job_.cancelled()) {
      Band& band = bands[static_cast<std::size_t>(launched % 2)];
      const double left = job_.rows.end - next_row;
      // a sliver at the end would cost a launch of its own
      band.rows = static_cast<int>(left <= 1.25 * rows_wanted ? left : rows_wanted);
      band.begin.record(stream_);
      launch({next_row, next_row + band.rows});
      band.end.record(stream_);
      next_row += band.rows;
      ++launched;
      continue;
    }
    const Band& band = bands[static_cast<std::size_t>(finished % 2)];
    band.end.synchronize();
    const double row_ms = std::max(device::Event::elapsed_ms(band.begin, band.end) / band.rows, 1e-9);
    last_rate_[{variant_, precision_of(job_)}] = row_work_ / row_ms;
    rows_wanted = std::clamp(band_ms / row_ms, 1.0, std::max(4.0 * band.rows, rows_wanted));
    ++finished;
  }
  end_.record(stream_);
}

}  // namespace heteroscope
