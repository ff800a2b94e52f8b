#include "core/base/ceil_div.hpp"
#include "kernels/simd_targets.hpp"

#include <omp.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/heat/simd.cpp"
#include <hwy/foreach_target.h>  // includes this file again for each instruction set

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>

#include "core/base/parallel.hpp"
#include "core/model/variant.hpp"
#include "kernels/heat/sweep/sweep-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::heat::HWY_NAMESPACE {

void sweep_rows_fp32(const SweepTask& task) {
  SweepRun<float>(task).run();
}
void sweep_rows_fp64(const SweepTask& task) {
  SweepRun<double>(task).run();
}

}  // namespace heteroscope::heat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heteroscope::heat {
namespace {

HWY_EXPORT(sweep_rows_fp32);
HWY_EXPORT(sweep_rows_fp64);

constexpr int line_bytes = 64;
/// Measured on a core with 1 MiB of second-level cache: among 4, 8, 16 and 32 passes and 24 to 1200 KiB these are the
/// fastest or within a tenth of it; 32 passes delay a cancel for longer.
constexpr int most_passes_a_sweep = 16;
constexpr std::size_t kept_bytes = std::size_t{600} << 10;
/// Planes of at least this size would leave the caches before the next sweep, so they are written with streaming
/// stores.
constexpr std::size_t streaming_bytes = std::size_t{16} << 20;
/// With fewer cells for each thread, starting and joining the threads takes longer than the sweep.
constexpr std::int64_t least_cells_a_thread = 1 << 14;

int threads_of(const IterateJob& job) {
  const std::int64_t cells = std::int64_t{job.planes.front().size.width} * job.rows.count();
  return static_cast<int>(std::clamp(cells / least_cells_a_thread, std::int64_t{1}, std::int64_t{job.threads}));
}

int strip_of(const Sweep& sweep, Precision precision) {
  const int line = line_bytes / static_cast<int>(bytes_of(precision));
  const std::size_t column = bytes_of(precision) * kept_rows * static_cast<std::size_t>(std::max(sweep.lines, 1));
  return std::max(static_cast<int>(kept_bytes / column) / line, 8) * line;
}

/// The number of steps of the next sweep, out of `left`. Rows beside another thread's are computed by both threads, so
/// a thread's own rows should outnumber a sweep's passes. All sweeps are about equally long.
int steps_of(const IterateJob& job, int threads, int passes_a_step, int left) {
  const int band = threads > 1 ? job.rows.count() / threads / 2 : most_passes_a_sweep;
  const int most = std::max(std::min(most_passes_a_sweep, band) / passes_a_step, 1);
  const int sweeps = ceil_div(left, most);
  return ceil_div(left, sweeps);
}

void run(const IterateJob& job) {
  const auto& parameters = job.parameters_as<Parameters>();
  const int history = history_of(parameters.integrator);
  const FieldView& plane = job.planes.front();
  const std::size_t row = static_cast<std::size_t>(plane.size.width) * bytes_of(plane.precision);
  const auto rows_of = plane.precision == Precision::fp32 ? HETEROSCOPE_TARGET_OF(sweep_rows_fp32, job)
                                                          : HETEROSCOPE_TARGET_OF(sweep_rows_fp64, job);
  const int threads = threads_of(job);
  int left = passes_of_steps(parameters, job.step, job.steps);  // passes that are still to be made
  for (int done = 0; done < job.steps && !job.cancelled();) {
    const Sweep sweep = make_sweep(parameters, job.step + done,
                                   steps_of(job, threads, passes_of(parameters.integrator), job.steps - done),
                                   static_cast<int>(job.planes.size()) - history);
    left -= sweep.passes;
    const Rows rows{std::max(job.rows.begin - left, 0), std::min(job.rows.end + left, plane.size.height)};
    IterateJob over = job;
    over.rows = rows;
    begin_threads(job, pass_of(over, "sweep"));
    Thrown thrown;
#pragma omp parallel num_threads(threads)
    {
      const int thread = omp_get_thread_num();
      const auto border_of = [&](int i) {
        return rows.begin + static_cast<int>(std::int64_t{rows.count()} * i / omp_get_num_threads());
      };
      const SweepTask task{.job = job,
                           .sweep = sweep,
                           .rows = {border_of(thread), border_of(thread + 1)},
                           .thread = thread,
                           .strip = strip_of(sweep, plane.precision),
                           .streaming = row * static_cast<std::size_t>(plane.size.height) >= streaming_bytes,
                           .aligned = row % line_bytes == 0};
      if (!task.rows.empty()) thrown.keep([&] { rows_of(task); });
    }
    thrown.rethrow();
    move_up(sweep, history, job.planes);
    done += sweep.steps;
  }
}

}  // namespace

/// Temporal blocking with vectors. Measured on two threads of an Intel Xeon with AVX-512 (2026-11-21,
/// docs/performance.md): a single step of 16384 × 16384 takes 52.7 ms in fp32 and 108.5 ms in fp64 (1.34 and 1.30 of
/// what two threads copy), and 18.7 and 35.8 ms a step where 16 steps are taken.
extern const Variant simd;
const Variant simd{.processor = Processor::cpu,
                   .summary =
                       "SIMD (Highway): up to 16 steps in one sweep over memory, on rows that stay in the cache; each "
                       "thread has a band of rows.",
                   .knobs = simd_knobs,
                   .run = run,
                   .unavailable = simd_unavailable};

}  // namespace heteroscope::heat
#endif
