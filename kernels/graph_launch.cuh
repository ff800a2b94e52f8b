#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/device/cuda_check.cuh"
#include "core/device/per_gpu.hpp"
#include "core/model/job.hpp"

namespace heteroscope {

/// A CUDA graph that can be launched: what a variant does to the planes of an iteration in some steps.
class StepGraph {
 public:
  /// Records what `launch()` launches in the job's stream. Nothing of it is carried out, but the job's planes end in
  /// another order.
  template <class Launch>
  StepGraph(const IterateJob& job, Launch launch) {
    Capture capture(job.stream);
    launch();
    executable_ = capture.finish();
    after_.assign(job.planes.begin(), job.planes.end());
  }
  StepGraph(StepGraph&& other) noexcept
      : executable_(std::exchange(other.executable_, nullptr)), after_(std::move(other.after_)) {}
  StepGraph& operator=(StepGraph&& other) noexcept {
    std::swap(executable_, other.executable_);
    std::swap(after_, other.after_);
    return *this;
  }
  /// While the graph runs it may be destroyed, too: CUDA then frees it once it has ended.
  ~StepGraph() {
    if (executable_ != nullptr) device::report(cudaGraphExecDestroy(executable_), "cudaGraphExecDestroy");
  }

  void launch(const IterateJob& job) const {
    HETEROSCOPE_CUDA(cudaGraphLaunch(executable_, job.stream));
    std::ranges::copy(after_, job.planes.begin());
  }

 private:
  /// While it lives, launches in the stream are recorded instead of carried out. A kernel that is launched for the
  /// first time may have to be loaded, which only a relaxed capture allows.
  class Capture {
   public:
    explicit Capture(CUstream_st* stream) : stream_(stream) {
      HETEROSCOPE_CUDA(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeRelaxed));
    }
    ~Capture() {
      if (stream_ != nullptr) end();  // a launch has thrown: what has been recorded is dropped
      if (graph_ != nullptr) device::report(cudaGraphDestroy(graph_), "cudaGraphDestroy");
    }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

    cudaGraphExec_t finish() {
      HETEROSCOPE_CUDA(end());
      cudaGraphExec_t out = nullptr;
      HETEROSCOPE_CUDA(cudaGraphInstantiate(&out, graph_, 0));
      return out;
    }

   private:
    cudaError_t end() { return cudaStreamEndCapture(std::exchange(stream_, nullptr), &graph_); }

    CUstream_st* stream_;
    cudaGraph_t graph_ = nullptr;
  };

  cudaGraphExec_t executable_ = nullptr;
  std::vector<FieldView> after_;  ///< the job's planes when the steps have been taken
};

/// The last graphs of a variant on each GPU. A graph has the addresses and numbers of its launches in it, so that it
/// serves jobs again which make the very same launches, and no others.
class StepGraphs {
 public:
  /// What a job's launches depend on.
  struct Key {
    std::vector<const void*> memory;    ///< the planes in their order, and whatever else is read or written
    std::vector<std::int64_t> numbers;  ///< sizes, rows, steps, choices
    std::vector<double> parameters;
    bool operator==(const Key&) const = default;
  };
  /// Returns the part of the key that all jobs have. `phase` stands for the number of steps taken before, and is equal
  /// where these make no difference to the launches.
  static Key key_of(const IterateJob& job, std::int64_t phase) {
    const FieldView& plane = job.planes.front();
    Key out{.memory = {job.scratch, job.measure},
            .numbers = {plane.size.width, plane.size.height, static_cast<std::int64_t>(plane.precision), job.rows.begin,
                        job.rows.end, job.block.x, job.block.y, job.steps, phase},
            .parameters = {}};
    for (const FieldView& each : job.planes) out.memory.push_back(each.data);
    return out;
  }

  /// Carries out what `launch()` launches, as one graph. Where the job's launches are traced or observed, the graph is
  /// made for this job alone.
  template <class Launch>
  void take(const IterateJob& job, const Key& key, Launch launch) {
    if (job.trace != nullptr || job.observer != nullptr) return StepGraph(job, launch).launch(job);
    Kept& kept = *of_gpu_.get([] { return std::make_unique<Kept>(); });
    const std::lock_guard lock(kept.mutex);  // a graph must not be launched by two threads at once
    const auto found = std::ranges::find(kept.graphs, key, &std::pair<Key, StepGraph>::first);
    if (found != kept.graphs.end()) return found->second.launch(job);
    if (kept.graphs.size() == most_kept) kept.graphs.pop_front();
    kept.graphs.emplace_back(key, StepGraph(job, launch)).second.launch(job);
  }

 private:
  static constexpr std::size_t most_kept = 64;
  struct Kept {
    std::mutex mutex;
    std::deque<std::pair<Key, StepGraph>> graphs;  ///< the oldest first
  };

  PerGpu<std::unique_ptr<Kept>> of_gpu_;
};

}  // namespace heteroscope
