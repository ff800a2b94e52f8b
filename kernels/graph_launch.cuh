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

/// Has a stream's launches recorded instead of carried out, until end() or its own end.
class StreamCapture {
 public:
  /// The stream's recording has begun: in a new graph, or in one that belongs to somebody else.
  StreamCapture(CUstream_st* stream, bool in_new_graph) : stream_(stream), in_new_graph_(in_new_graph) {}
  ~StreamCapture() {  // if it has not ended, a launch has thrown: what has been recorded is dropped
    if (stream_ == nullptr) return;
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(stream_, &graph);
    if (in_new_graph_ && graph != nullptr) device::report(cudaGraphDestroy(graph), "cudaGraphDestroy");
  }
  StreamCapture(const StreamCapture&) = delete;
  StreamCapture& operator=(const StreamCapture&) = delete;

  /// Ends it, and returns the graph in which the launches are.
  cudaGraph_t end() {
    cudaGraph_t graph = nullptr;
    HETEROSCOPE_CUDA(cudaStreamEndCapture(std::exchange(stream_, nullptr), &graph));
    return graph;
  }

 private:
  CUstream_st* stream_;
  bool in_new_graph_;
};

/// A CUDA graph as it was recorded, from which ones that can be launched are made.
class RecordedGraph {
 public:
  static RecordedGraph empty() {
    RecordedGraph out;
    HETEROSCOPE_CUDA(cudaGraphCreate(&out.graph_, 0));
    return out;
  }
  /// Records what `launch()` launches in the stream. A kernel that is launched for the first time may have to be
  /// loaded, which only a relaxed recording allows.
  template <class Launch>
  static RecordedGraph of(CUstream_st* stream, Launch launch) {
    HETEROSCOPE_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    StreamCapture capture(stream, true);
    launch();
    RecordedGraph out;
    out.graph_ = capture.end();
    return out;
  }
  RecordedGraph(RecordedGraph&& other) noexcept : graph_(std::exchange(other.graph_, nullptr)) {}
  RecordedGraph& operator=(RecordedGraph&&) = delete;
  ~RecordedGraph() {
    if (graph_ != nullptr) device::report(cudaGraphDestroy(graph_), "cudaGraphDestroy");
  }

  [[nodiscard]] cudaGraph_t get() const { return graph_; }

 private:
  RecordedGraph() = default;

  cudaGraph_t graph_ = nullptr;
};

/// A CUDA graph that can be launched: what a variant does to the planes of an iteration in some steps.
class StepGraph {
 public:
  /// `recorded` was recorded by a job whose planes lie as they do after the steps.
  StepGraph(const IterateJob& job, const RecordedGraph& recorded) : after_(job.planes.begin(), job.planes.end()) {
    HETEROSCOPE_CUDA(cudaGraphInstantiate(&executable_, recorded.get(), 0));
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
    take_recorded(job, key, [&] { return RecordedGraph::of(job.stream, launch); });
  }
  /// The same for a graph that `record()` records.
  template <class Record>
  void take_recorded(const IterateJob& job, const Key& key, Record record) {
    const auto made = [&] {
      const RecordedGraph recorded = record();
      return StepGraph(job, recorded);
    };
    if (job.trace != nullptr || job.observer != nullptr) return made().launch(job);
    Kept& kept = *of_gpu_.get([] { return std::make_unique<Kept>(); });
    const std::lock_guard lock(kept.mutex);  // a graph must not be launched by two threads at once
    const auto found = std::ranges::find(kept.graphs, key, &std::pair<Key, StepGraph>::first);
    if (found != kept.graphs.end()) return found->second.launch(job);
    if (kept.graphs.size() == most_kept) kept.graphs.pop_front();
    kept.graphs.emplace_back(key, made()).second.launch(job);
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
