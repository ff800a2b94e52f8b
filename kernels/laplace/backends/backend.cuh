#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/ceil_div.hpp"
#include "core/run/gpu/launch.cuh"
#include "kernels/laplace/backends/kernels.cuh"
#include "kernels/laplace/backends/sums.cuh"

namespace heteroscope::laplace {

inline std::size_t most_tiles(int n) {
  return static_cast<std::size_t>(SumTiles{{0, n, 0, n}}.count());
}
/// The device memory, in doubles, that the backend itself needs: a sum for each tile, double-buffered.
inline std::size_t backend_doubles(int n) {
  return 2 * most_tiles(n);
}

/// The reason why a grid is too large: the tiles of sums are numbered in 32 bits, and their buffer has room for as many
/// whatever the method. Empty if it is not.
inline std::string beyond_tiles(int n) {
  constexpr int most = 1 << 20;
  return n <= most ? "" : "n: " + std::to_string(n) + " is more than " + std::to_string(most);
}

inline std::size_t scratch_bytes(const IterateJob& job) {
  const MethodFacts& facts = facts_of(job.parameters_as<Parameters>().method);
  const int n = job.parameters_as<Parameters>().n;
  return (backend_doubles(n) + (facts.doubles != nullptr ? facts.doubles(n) : 0)) * sizeof(double);
}

/// How a backend launches kernels: each begins when all that is ahead of it in the stream has ended. The other such
/// type is DependentLaunches (kernels/dependent_launch.cuh), whose kernels begin before that and wait. What there are
/// only a few launches of (maxima, sums of rows, of modes) begins so in any case; wait_for_all() says that something
/// else than one of these launches lies ahead of the next one.
struct LaunchesInOrder {
  /// How a block begins.
  struct Start {
    __device__ void wait() const {}
  };
  template <class... Parameters, class... Arguments>
  static void launch(void (*kernel)(Parameters...), dim3 blocks, dim3 threads, CUstream_st* stream,
                     Arguments&&... arguments) {
    kernel<<<blocks, threads, 0, stream>>>(std::forward<Arguments>(arguments)...);
    HETEROSCOPE_LAUNCHED(kernel);
  }
  [[nodiscard]] static Start start() { return {}; }
  static void wait_for_all() {}
};

/// The backend that methods (kernels/laplace/methods/method.hpp) run on with CUDA: it launches kernels in the job's
/// stream.
template <Tracing How, class Launches = LaunchesInOrder>
class CudaBackend {
  using Start = typename Launches::Start;

 public:
  explicit CudaBackend(const IterateJob& job, Launches launches = {})
      : job_(job), launches_(launches), sums_(static_cast<double*>(job.scratch)) {}

  template <class F>
  void each(const Box& box, const F& f) {
    if (box.empty()) return;
    const dim3 blocks = grid(box);
    launch(each_kernel<How, Start, F>, blocks, block_of(job_), box, f, launches_.start(),
           traced_grid(job_, pass_over(box, "each"), blocks));
  }

  template <class F>
  void largest(const Box& box, const F& f, double* slot) {
    HETEROSCOPE_CUDA(cudaMemsetAsync(slot, 0, sizeof(double), job_.stream));
    launches_.wait_for_all();
    if (box.empty()) return;
    const dim3 blocks = grid(box);
    largest_kernel<How><<<blocks, block_of(job_), 0, job_.stream>>>(
        box, f, reinterpret_cast<unsigned long long*>(slot), traced_grid(job_, pass_over(box, "largest"), blocks));
    HETEROSCOPE_LAUNCHED(largest_kernel);
  }

  template <class F>
  void row_sums(const Box& box, const F& f, double* sums) {
    if (box.empty()) return;
    const int blocks = ceil_div(box.y1 - box.y0, rows_at_once);
    const SpanSink trace = traced_boxes(pass_over(box, "row sums"), blocks, 1, box.x1 - box.x0);
    row_sums_kernel<How><<<blocks, row_participants, 0, job_.stream>>>(box, f, sums, trace);
    HETEROSCOPE_LAUNCHED(row_sums_kernel);
    launches_.wait_for_all();
  }

  /// Adds up f over a box. Successive sums go through the tiles in opposite directions, since what the last one touched
  /// at its end is still in the L2 cache.
  template <class F, class Then>
  void sum(const Box& box, const F& f, double* slot, const Then& then, std::initializer_list<SharedArray> arrays = {}) {
    const SumTiles all{box};
    const SumTiles own{own_part(job_, box)};
    // The two buffers alternate, since other participants may still be reading the sums of the last call.
    double* const of_all = sums_ + (turn_++ % 2) * most_tiles(job_.planes.front().size.width);
    if (own.count() > 0) {
      double* const sums = of_all + static_cast<std::ptrdiff_t>(all.above(own.box)) * all.across();
      const SpanSink trace = traced_boxes(pass_over(own.box, "tile sums"), own.count(), 1, sum_columns);
      launch(tile_sums_kernel<How, Start, F>, own.count(), sum_columns, own, f, sums, upward_, launches_.start(),
             trace);
      upward_ = !upward_;
    }
    if (job_.collective) {
      std::vector<SharedArray> with_sums{shared_tiles(of_all, all, own)};
      with_sums.insert(with_sums.end(), arrays.begin(), arrays.end());
      job_.collective.exchange(with_sums);
      launches_.wait_for_all();
    }
    const SpanSink trace = traced_boxes(line_of(all.count(), "fold"), 1, 1, all.count());
    launch(fold_kernel<How, Start, Then>, 1, fold_lanes, of_all, all.count(), slot, then, launches_.start(), trace);
  }

  void exchange(std::initializer_list<SharedArray> arrays) {
    job_.collective.exchange(std::span(arrays.begin(), arrays.size()));
    launches_.wait_for_all();
  }
  void exchange_and_settle(std::initializer_list<SharedArray> arrays) {
    job_.collective.exchange_and_settle(std::span(arrays.begin(), arrays.size()));
    launches_.wait_for_all();
  }

  template <class F>
  void once(const F& f) {
    launch(once_kernel<How, Start, F>, 1, 1, f, launches_.start(), traced_boxes(line_of(1, "once"), 1, 1, 1));
  }

  double* memory(std::size_t) { return sums_ + backend_doubles(job_.planes.front().size.width); }
  /// Copies a table from ordinary (pageable) host memory, which the call has read when it returns.
  void upload(double* to, std::span<const double> table) {
    HETEROSCOPE_CUDA(cudaMemcpyAsync(to, table.data(), table.size_bytes(), cudaMemcpyHostToDevice, job_.stream));
    launches_.wait_for_all();
  }

  /// Runs passes in order. Those over small grids are fused into one launch, since launching each would take longer
  /// than computing it. They compute all rows.
  template <class T>
  void passes(const Levels<T>& levels, std::span<const PassRows> list) {
    const auto is_small = [&](const PassRows& pass) { return levels.level[pass.pass.level].n <= largest_small; };
    for (std::size_t i = 0; i < list.size();) {
      if (!is_small(list[i])) {
        with_pass(levels, list[i].pass, list[i].rows, [&](const Box& box, const auto& f) { each(box, f); });
        ++i;
        continue;
      }
      SmallPasses small;
      while (i < list.size() && small.count < most_small_passes && is_small(list[i]))
        small.pass[small.count++] = list[i++].pass;
      const SpanSink trace = traced_boxes(line_of(small.count, "small grids"), 1, 1, small.count);
      launch(small_kernel<T, How, Start>, 1, small_threads, levels, small, launches_.start(), trace);
    }
  }

  template <class T>
  void mode_sums(const Modes& m, const std::vector<int>&, T* u) {
    const int pairs = m.intervals / 2;
    const dim3 blocks(ceil_div(pairs, mode_threads), m.tiles * (tile_columns / mode_columns));
    const PassShape pass = pass_over({1, m.intervals, 1, pairs + 1}, "mode sums");
    const SpanSink trace = traced_boxes(pass, static_cast<int>(blocks.x), static_cast<int>(blocks.y), mode_columns);
    mode_sums_kernel<T, How><<<blocks, mode_threads, 0, job_.stream>>>(m, u, trace);
    HETEROSCOPE_LAUNCHED(mode_sums_kernel);
    launches_.wait_for_all();
  }

 private:
  template <class... Parameters, class... Arguments>
  void launch(void (*kernel)(Parameters...), dim3 blocks, dim3 threads, Arguments&&... arguments) {
    launches_.launch(kernel, blocks, threads, job_.stream, std::forward<Arguments>(arguments)...);
  }

  /// Blocks of the job's shape over a box, limited in number: a kernel's blocks walk on downward.
  [[nodiscard]] dim3 grid(const Box& box) const {
    Job part = job_;
    part.rows = {box.y0, box.y1};
    return grid_over(part, box.x1 - box.x0);
  }

  /// The trace's description of a pass over a box: over nodes, over half of them, or over a coarser grid.
  [[nodiscard]] static PassShape pass_over(const Box& box, std::string_view name) {
    return {name, Over::other, {box.x1, box.y1}, {{box.x0, box.x1}, {box.y0, box.y1}}};
  }
  [[nodiscard]] static PassShape line_of(int cells, std::string_view name) { return pass_over({0, cells, 0, 1}, name); }
  /// The trace of blocks that each compute so many of the pass's columns.
  [[nodiscard]] SpanSink traced_boxes(const PassShape& pass, int across, int down, int columns) const {
    return traced(job_, pass, {.columns = static_cast<std::uint32_t>(across), .rows = static_cast<std::uint32_t>(down)},
                  {.run = static_cast<std::uint64_t>(columns), .stride = static_cast<std::uint64_t>(pass.space.width)});
  }

  const IterateJob& job_;
  Launches launches_;
  double* sums_;
  unsigned turn_ = 0;
  bool upward_ = false;
};

}  // namespace heteroscope::laplace
