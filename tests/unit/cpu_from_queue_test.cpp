#include "core/participants/cpu_from_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <numeric>
#include <stop_token>
#include <thread>
#include <vector>

#include "core/participants/row_queue.hpp"
#include "core/run/cpu_rows.hpp"
#include "core/trace/runs.hpp"
#include "core/trace/writer.hpp"
#include "tests/fakes/stop.hpp"

namespace heteroscope {
namespace {

constexpr int queued_rows = 1000;
constexpr int threads = 5;

/// Counts, in the output, how often each row is computed.
void count_rows(const MapJob& job) {
  rows_in_order(job, [&](int y) { job.output.row<double>(y)[0] += 1; });
}

/// Row y adds y to the partials.
void add_queued_rows(const ReduceJob& job) {
  rows_in_order(job, [&](int y) { static_cast<double*>(job.partials)[0] += y; });
}

class CpuFromQueue : public ::testing::Test {
 protected:
  CpuFromQueue() {
    variant_.knobs.threads = true;
    variant_.run = count_rows;
    job_.output = {computed_.data(), {1, queued_rows}, Precision::fp64};
    job_.rows = {0, queued_rows};
    job_.threads = threads;
  }
  void run(const BetweenSpans& between) {
    RowQueue queue(queued_rows, participants_, 1, threads);
    QueueRows source(queue, 0);
    compute_from_queue(variant_, job_, source, between);
  }
  [[nodiscard]] static BetweenSpans nothing() {
    return {.look_after_gpus = [] {}};
  }

  std::vector<double> computed_ = std::vector<double>(queued_rows, 0);
  std::vector<Participant> participants_{Participant{Processor::cpu}};
  Variant variant_;
  MapJob job_;
};

/// Marks the thread's scratch with the row, and counts the row where the mark is still there a little later.
void count_undisturbed_rows(const MapJob& job) {
  rows_in_order(job, [&](int y) {
    auto& mark = *static_cast<std::atomic<int>*>(job.scratch);
    mark = y;
    for (int i = 0; i < 200; ++i) std::this_thread::yield();
    if (mark == y) job.output.row<double>(y)[0] += 1;
  });
}

TEST_F(CpuFromQueue, EachThreadHasAScratchOfItsOwn) {
  variant_.run = count_undisturbed_rows;
  variant_.scratch_bytes = [](const MapJob& job) {
    return sizeof(std::atomic<int>) * static_cast<std::size_t>(job.threads);
  };
  BetweenSpans between = nothing();
  between.scratch_bytes = scratch_of_thread(variant_, job_);
  EXPECT_EQ(between.scratch_bytes, 64U);
  std::vector<std::byte> scratch(threads * between.scratch_bytes);
  job_.scratch = scratch.data();
  run(between);
  EXPECT_EQ(computed_, std::vector<double>(queued_rows, 1));
}

TEST_F(CpuFromQueue, ComputesAndSendsEachRowOnce) {
  for (const int least : {1, 64, 2 * queued_rows}) {
    computed_.assign(queued_rows, 0);
    job_.output.data = computed_.data();
    std::vector<int> sent(queued_rows, 0);
    int small = 0;
    BetweenSpans between = nothing();
    between.least_sent = least;
    between.send = [&](Rows run) {
      if (run.count() < least) ++small;
      for (int y = run.begin; y < run.end; ++y) ++sent[static_cast<std::size_t>(y)];
    };
    run(between);
    EXPECT_EQ(computed_, std::vector<double>(queued_rows, 1));
    EXPECT_EQ(sent, std::vector<int>(queued_rows, 1));
    EXPECT_LE(small, threads + 1) << "only what is left in the end is sent in smaller runs";
  }
}

TEST_F(CpuFromQueue, AddsUpWhatItsThreadsHaveFound) {
  double sum = 1000;
  ReduceJob job{{.rows = {0, queued_rows}, .threads = threads}};
  job.partials = &sum;
  job.partial_count = 1;
  BetweenSpans between = nothing();
  between.sums = true;
  variant_.run = add_queued_rows;
  RowQueue queue(queued_rows, participants_, 1, threads);
  QueueRows source(queue, 0);
  compute_from_queue(variant_, job, source, between);
  EXPECT_EQ(sum, 1000 + queued_rows * (queued_rows - 1) / 2);
}

TEST_F(CpuFromQueue, OneThreadAtATimeLooksAfterTheGpus) {
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  int calls = 0;
  BetweenSpans between = nothing();
  between.look_after_gpus = [&] {
    most = std::max(most.load(), ++inside);
    ++calls;
    --inside;
  };
  run(between);
  EXPECT_EQ(most, 1);
  EXPECT_GT(calls, 0);
}

TEST_F(CpuFromQueue, RecordsEveryRowAndItsThread) {
  TraceWriter writer(threads);
  job_.trace = &writer;
  run(nothing());
  std::vector<int> seen(queued_rows, 0);
  const Trace trace = writer.collect();
  for (const TracedSpan& each : trace.spans) {
    for_each_run(trace, each, [&](int row, Rows) { ++seen.at(static_cast<std::size_t>(row)); });
    EXPECT_LT(each.unit, static_cast<std::uint32_t>(threads));
  }
  EXPECT_EQ(seen, std::vector<int>(queued_rows, 1));
}

TEST_F(CpuFromQueue, ASequentialVariantStaysOnOneThread) {
  variant_.knobs.threads = false;
  TraceWriter writer(threads);
  job_.trace = &writer;
  run(nothing());
  for (const TracedSpan& each : writer.collect().spans) EXPECT_EQ(each.unit, 0U);
  EXPECT_EQ(computed_, std::vector<double>(queued_rows, 1));
}

TEST_F(CpuFromQueue, ThrowsWhatAThreadThrew) {
  variant_.run = [](const MapJob& job) {
    if (job.rows.begin < queued_rows / 2) throw std::bad_alloc();
    count_rows(job);
  };
  EXPECT_THROW(run(nothing()), std::bad_alloc);
  BetweenSpans failing;
  failing.look_after_gpus = [] { throw std::bad_alloc(); };
  variant_.run = count_rows;
  EXPECT_THROW(run(failing), std::bad_alloc);
}

TEST_F(CpuFromQueue, LeavesOffWhenItIsCancelled) {
  const std::stop_token stop = testing::requested_stop();
  job_.cancel = Cancel(stop);
  int sent = 0;
  BetweenSpans between = nothing();
  between.send = [&](Rows) { ++sent; };
  run(between);
  EXPECT_EQ(std::accumulate(computed_.begin(), computed_.end(), 0.0), 0);
  EXPECT_EQ(sent, 0);
}

}  // namespace
}  // namespace heteroscope
