#pragma once

#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "core/trace/pass_of.hpp"

namespace heteroscope {

/// In the job's trace, if it has one: what threads compute from here on is of this pass, in rectangles.
inline void begin_threads(const Job& job, const PassShape& pass) {
  if (job.trace == nullptr) return;
  job.trace->begin_pass(pass);
  job.trace->begin_threads({.stride = static_cast<std::uint64_t>(pass.space.width)});
}

/// A trace span of a CPU thread: what it computes in one go. It must be created before; it takes the time if there is a
/// trace.
class ThreadSpan {
 public:
  explicit ThreadSpan(const Job& job) : trace_(job.trace), start_ns_(trace_ != nullptr ? steady_ns() : 0) {}

  /// These cells of a pass are computed.
  void finish(Cells cells, int thread = omp_get_thread_num()) const {
    if (trace_ != nullptr) trace_->add(thread, cells, start_ns_, steady_ns());
  }
  /// These rows, which are `width` cells wide.
  void finish_rows(Rows rows, int width, int thread = omp_get_thread_num()) const {
    finish_columns(rows, width, {0, width}, thread);
  }
  /// These columns of them.
  void finish_columns(Rows rows, int width, Rows columns, int thread) const {
    if (trace_ == nullptr || rows.empty()) return;
    const auto stride = static_cast<std::uint64_t>(width);
    finish({static_cast<std::uint64_t>(rows.begin) * stride + static_cast<std::uint64_t>(columns.begin),
            static_cast<std::uint64_t>(rows.count() - 1) * stride + static_cast<std::uint64_t>(columns.count())},
           thread);
  }

 private:
  TraceWriter* trace_;
  std::uint64_t start_ns_;
};

/// Calls `body(y)` for each row of the pass on the job's threads, each thread one run of rows. Rows that are not begun
/// when the job is cancelled are left out. With `each` above 1 for the first of every so many rows, for all of which
/// `body` then stands.
template <class Body>
void parallel_rows_of(const Job& job, const PassShape& pass, Body body, int each = 1) {
  begin_threads(job, pass);
  const Rows rows = pass.region.rows;
#pragma omp parallel for num_threads(job.threads) schedule(static)
  for (int y = rows.begin; y < rows.end; y += each) {
    if (job.cancelled()) continue;
    const ThreadSpan span(job);
    body(y);
    span.finish_rows({y, std::min(y + each, rows.end)}, pass.space.width);
  }
}

/// Runs the rows on one thread likewise.
template <class Body>
void rows_of_in_order(const Job& job, const PassShape& pass, Body body, int each = 1) {
  begin_threads(job, pass);
  const Rows rows = pass.region.rows;
  for (int y = rows.begin; y < rows.end && !job.cancelled(); y += each) {
    const ThreadSpan span(job);
    body(y);
    span.finish_rows({y, std::min(y + each, rows.end)}, pass.space.width, 0);
  }
}

/// For each of the job's rows.
template <class AJob, class Body>
void parallel_rows(const AJob& job, Body body, int each = 1) {
  parallel_rows_of(job, pass_of(job, "rows"), body, each);
}
template <class AJob, class Body>
void rows_in_order(const AJob& job, Body body, int each = 1) {
  rows_of_in_order(job, pass_of(job, "rows"), body, each);
}

}  // namespace heteroscope
