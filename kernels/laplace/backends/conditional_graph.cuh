#pragma once

#include <cstddef>

#include "kernels/graph_launch.cuh"

/// CUDA graphs that decide on the GPU how often a part of them is carried out (CUDA 12.4).
namespace heteroscope::laplace {

/// Adds to a graph a node that waits for none of its other nodes.
template <class Parameters>
void add_first_node(cudaGraph_t graph, Parameters& parameters) {
  cudaGraphNode_t node = nullptr;
  if constexpr (requires { cudaGraphAddNode(&node, graph, nullptr, nullptr, std::size_t{0}, &parameters); }) {
    HETEROSCOPE_CUDA(cudaGraphAddNode(&node, graph, nullptr, nullptr, std::size_t{0}, &parameters));
  } else {  // toolkits before 13.0
    HETEROSCOPE_CUDA(cudaGraphAddNode(&node, graph, nullptr, std::size_t{0}, &parameters));
  }
}

/// Records a graph with a single node, a loop: what `launch(go_on)` launches in the stream is carried out at least
/// once, and again as long as one of its kernels has set `go_on` to 1 (cudaGraphSetConditional()).
template <class Launch>
RecordedGraph recorded_loop(CUstream_st* stream, Launch launch) {
  RecordedGraph out = RecordedGraph::empty();
  cudaGraphConditionalHandle go_on{};
  HETEROSCOPE_CUDA(cudaGraphConditionalHandleCreate(&go_on, out.get(), 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams loop{};
  loop.type = cudaGraphNodeTypeConditional;
  loop.conditional.handle = go_on;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  add_first_node(out.get(), loop);
  HETEROSCOPE_CUDA(cudaStreamBeginCaptureToGraph(stream, loop.conditional.phGraph_out[0], nullptr, nullptr, 0,
                                                 cudaStreamCaptureModeRelaxed));
  StreamCapture capture(stream, false);
  launch(go_on);
  capture.end();  // the loop's body belongs to its node
  return out;
}

}  // namespace heteroscope::laplace
