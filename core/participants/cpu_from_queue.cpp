#include "core/participants/cpu_from_queue.hpp"

#include <omp.h>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

#include "core/base/ceil_div.hpp"
#include "core/base/parallel.hpp"
#include "core/base/watch.hpp"
#include "core/participants/run_variant.hpp"
#include "core/participants/spin_lock.hpp"
#include "core/trace/writer.hpp"

namespace heteroscope {

namespace {

/// Rows from the last one up, computed in pieces that end in any order, and given out in runs.
class ComputedRows {
 public:
  explicit ComputedRows(Rows all) : begins_(static_cast<std::size_t>(all.end) + 1), from_(all.end), given_(all.end) {}

  void add(Rows piece) { begins_[static_cast<std::size_t>(piece.end)] = piece.begin + 1; }
  /// The next run, of so many rows at least; empty: there is none. One thread at a time.
  Rows take(int least) {
    while (const int begin = begins_[static_cast<std::size_t>(from_)]) from_ = begin - 1;
    if (given_ - from_ < least) return {};
    return {from_, std::exchange(given_, from_)};
  }

 private:
  std::vector<std::atomic<int>>
      begins_;  ///< 1 and the first row of the computed piece that ends there; 0: there is none
  int from_;    ///< all from here on are computed
  int given_;   ///< and those from here on given out
};

class Threads {
 public:
  Threads(const Variant& variant, const AnyJob& job, RowSource& queue, const BetweenSpans& between)
      : variant_(variant),
        job_(job),
        queue_(queue),
        between_(between),
        count_(taking_threads(variant, job->threads)),
        computed_(job->rows) {
    const auto* reduce = job.as<ReduceJob>();
    const int partials = reduce != nullptr ? reduce->partial_count : 0;
    for (int i = 0; i < count_; ++i) own_.emplace_back(static_cast<std::size_t>(partials), between.sums);
  }

  void run() {
    Thrown thrown;
#pragma omp parallel num_threads(count_)
    {
      Own& own = own_[static_cast<std::size_t>(omp_get_thread_num())];
// a team of its own: also variants that know nothing of threads take theirs for the first
#pragma omp parallel num_threads(1)
      thrown.keep([&] { compute(own, thrown); });
    }
    thrown.rethrow();
    if (job_->cancelled()) return;
    send(1);
    for (std::size_t i = 0; i < own_.size(); ++i) {
      add(own_[i].sums);
      add(own_[i].counts);
      if (job_->trace != nullptr) job_->trace->take_over(static_cast<int>(i), own_[i].trace);
    }
  }

 private:
  /// The data of one thread.
  struct Own {
    Own(std::size_t partials, bool sum) : sums(sum ? partials : 0), counts(sum ? 0 : partials) {}
    [[nodiscard]] void* partials() { return sums.empty() ? static_cast<void*>(counts.data()) : sums.data(); }
    std::vector<double> sums;
    std::vector<std::uint64_t> counts;
    TraceWriter trace{1};
  };

  void compute(Own& own, const Thrown& thrown) {
    AnyJob piece = job_;
    piece->threads = 1;
    if (auto* reduce = piece.as<ReduceJob>()) reduce->partials = own.partials();
    piece->scratch = scratch_of(own);
    if (job_->trace != nullptr) piece->trace = &own.trace;
    while (!thrown.any() && !job_->cancelled()) {
      piece->rows = queue_.take();
      if (piece->rows.empty()) return;
      const Watch watch;
      run_variant(variant_, piece);
      queue_.took(piece->rows.count() * count_, watch.ms());
      look_around(piece->rows);
    }
  }

  /// Threads compute pieces at the same time, so that each has a part of the scratch.
  [[nodiscard]] void* scratch_of(const Own& own) const {
    if (between_.scratch_bytes == 0) return nullptr;
    const auto thread = static_cast<std::size_t>(&own - own_.data());
    return static_cast<std::byte*>(job_->scratch) + thread * between_.scratch_bytes;
  }

  void look_around(Rows computed) {
    constexpr double every_ms = 0.015;  // each look takes some µs: the GPUs have work for longer
    if (between_.send) computed_.add(computed);
    if (watch_.ms() < next_look_ms_.load(std::memory_order_relaxed)) return;
    const std::unique_lock one_at_a_time(looking_, std::try_to_lock);
    if (!one_at_a_time) return;
    between_.look_after_gpus();
    send(between_.least_sent);
    next_look_ms_.store(watch_.ms() + every_ms, std::memory_order_relaxed);
  }

  void send(int least) {
    if (!between_.send) return;
    const Rows run = computed_.take(least);
    if (!run.empty()) between_.send(run);
  }

  template <class T>
  void add(const std::vector<T>& partials) {
    for (std::size_t k = 0; k < partials.size(); ++k) static_cast<T*>(job_.as<ReduceJob>()->partials)[k] += partials[k];
  }

  const Variant& variant_;
  const AnyJob& job_;
  RowSource& queue_;
  const BetweenSpans& between_;
  int count_;
  std::vector<Own> own_;
  ComputedRows computed_;
  SpinLock looking_;
  Watch watch_;
  std::atomic<double> next_look_ms_ = 0;
};

}  // namespace

std::size_t scratch_of_thread(const Variant& variant, const AnyJob& job) {
  constexpr std::size_t line = 64;
  if (variant.scratch_bytes == nullptr) return 0;
  AnyJob piece = job;
  piece->threads = 1;
  return ceil_div(call(variant.scratch_bytes, piece), line) * line;
}

void compute_from_queue(const Variant& variant, const AnyJob& job, RowSource& queue, const BetweenSpans& between) {
  Threads(variant, job, queue, between).run();
}

}  // namespace heteroscope
