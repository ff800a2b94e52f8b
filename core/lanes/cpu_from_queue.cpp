#include "core/lanes/cpu_from_queue.hpp"

#include <omp.h>

#include <iterator>
#include <map>
#include <mutex>
#include <vector>

#include "core/parallel.hpp"
#include "core/trace.hpp"
#include "core/watch.hpp"

namespace heteroscope {

namespace {

/// Rows that were computed in pieces, in any order, and are given out in runs.
class ComputedRows {
 public:
  void add(Rows piece) {
    auto next = runs_.lower_bound(piece.begin);
    if (next != runs_.end() && next->first == piece.end) {
      piece.end = next->second;
      next = runs_.erase(next);
    }
    if (next != runs_.begin() && std::prev(next)->second == piece.begin) {
      std::prev(next)->second = piece.end;
    } else {
      runs_.emplace_hint(next, piece.begin, piece.end);
    }
  }
  /// A run of so many rows at least; empty: there is none.
  Rows take(int least) {
    for (auto each = runs_.begin(); each != runs_.end(); ++each) {
      const Rows run{each->first, each->second};
      if (run.count() < least) continue;
      runs_.erase(each);
      return run;
    }
    return {};
  }

 private:
  std::map<int, int> runs_;  ///< begin and end
};

class Threads {
 public:
  Threads(const Variant& variant, const Job& job, RowQueue& queue, std::size_t lane, const BetweenPieces& between)
      : variant_(variant),
        job_(job),
        queue_(queue),
        lane_(lane),
        between_(between),
        count_(taking_threads(variant, job.threads)) {
    for (int i = 0; i < count_; ++i) own_.emplace_back(static_cast<std::size_t>(job.partial_count), between.sums);
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
    if (job_.cancelled()) return;
    send(1);
    for (std::size_t i = 0; i < own_.size(); ++i) {
      add(own_[i].sums);
      add(own_[i].counts);
      if (job_.chunk_trace != nullptr) job_.chunk_trace->take_over(static_cast<int>(i), own_[i].chunks);
    }
  }

 private:
  /// What a thread has for itself.
  struct Own {
    Own(std::size_t partials, bool sum) : sums(sum ? partials : 0), counts(sum ? 0 : partials) {}
    [[nodiscard]] void* partials() { return sums.empty() ? static_cast<void*>(counts.data()) : sums.data(); }
    std::vector<double> sums;
    std::vector<std::uint64_t> counts;
    ChunkSink chunks{1};
  };

  void compute(Own& own, const Thrown& thrown) {
    Job piece = job_;
    piece.threads = 1;
    if (job_.partial_count > 0) piece.partials = own.partials();
    if (job_.chunk_trace != nullptr) piece.chunk_trace = &own.chunks;
    while (!thrown.any() && !job_.cancelled()) {
      piece.rows = queue_.take(lane_);
      if (piece.rows.empty()) return;
      const Watch watch;
      variant_.run(piece);
      queue_.took(lane_, piece.rows.count() * count_, watch.ms());
      look_around(piece.rows);
    }
  }

  void look_around(Rows computed) {
    if (between_.send) {
      const std::lock_guard lock(computed_mutex_);
      computed_.add(computed);
    }
    const std::unique_lock one_at_a_time(between_mutex_, std::try_to_lock);
    if (!one_at_a_time) return;
    between_.look_after_gpus();
    send(between_.least_sent);
  }

  void send(int least) {
    while (between_.send) {
      Rows run;
      {
        const std::lock_guard lock(computed_mutex_);
        run = computed_.take(least);
      }
      if (run.empty()) return;
      between_.send(run);
    }
  }

  template <class T>
  void add(const std::vector<T>& partials) {
    for (std::size_t k = 0; k < partials.size(); ++k) static_cast<T*>(job_.partials)[k] += partials[k];
  }

  const Variant& variant_;
  const Job& job_;
  RowQueue& queue_;
  std::size_t lane_;
  const BetweenPieces& between_;
  int count_;
  std::vector<Own> own_;
  ComputedRows computed_;
  std::mutex computed_mutex_;
  std::mutex between_mutex_;
};

}  // namespace

void compute_from_queue(const Variant& variant, const Job& job, RowQueue& queue, std::size_t lane,
                        const BetweenPieces& between) {
  Threads(variant, job, queue, lane, between).run();
}

}  // namespace heteroscope
