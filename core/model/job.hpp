#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/cancel.hpp"
#include "core/lanes/seat.hpp"
#include "core/memory/field_view.hpp"
#include "core/model/basic_types.hpp"
#include "core/run/block_trace.hpp"

struct CUstream_st;

namespace heteroscope {

class ChunkSink;

/// What a variant is given: everything is chosen, allocated and checked; it only computes. Rows outside `rows` must not
/// be touched; those inside must all be written, unless the job is cancelled. All pointers are valid on the side that
/// computes.
///
/// A reducing stage has no output: its variants read `rows` of the input and add what they find to `partials`, which
/// hold zeros or what another launch of the same frame has found; the two sides' partials are added by execute().
///
/// An iterating stage has neither output nor partials: its variants advance `planes` by `steps` steps. On entry the
/// state's rows `rows`, widened by the iteration's reach for each step, are right, up to the field's edges; on return
/// the rows `rows` must be. All other rows may be overwritten. Of an iteration whose lanes meet only the rows `rows`
/// are right on entry, and variants fetch what they need of others through `seat`. Variants may exchange the views
/// (write the next state to a spare plane and put it first); in the end the first ones must be the state's planes, in
/// order. A single step writes to spares alone, unless the iteration says that it works in place: a cancelled one
/// leaves the state as it was.
struct Job {
  const std::any* parameters = nullptr;  ///< the workload's typed parameters
  FieldView input;                       ///< the whole source, which must not be written; none: `data` is null
  double largest = 0;                    ///< magnitude in the source; no number where one of its values is none
  FieldView output;                      ///< the whole field
  FieldView table;                       ///< the workload's table (core/model/table.hpp); none: `data` is null
  Rows pieces;                           ///< of a variant that is cut into pieces: which of them to compute
  Rows rows;                             ///< what to compute: rows of the output, in a reducing stage of the input
  void* partials = nullptr;              ///< doubles or std::uint64_t, as the stage's reduction says
  int partial_count = 0;
  std::span<FieldView> planes;      ///< of an iteration: the state's, then the spares
  std::int64_t step = 0;            ///< steps taken before this job
  int steps = 0;                    ///< to take
  double* measure = nullptr;        ///< where a settling iteration writes what it measures of the job's rows after the
                                    ///< last step, a largest magnitude; null: it is not wanted
  std::span<const double> carried;  ///< what the reducing stage before this one found, over all rows; host memory
  Seat seat;                        ///< of an iteration whose lanes meet
  BlockShape block;
  std::string_view mapping;
  int threads = 1;
  CUstream_st* stream = nullptr;
  void* scratch = nullptr;  ///< as many bytes as the variant asked for, not initialized; device memory on the GPU
  BlockSink block_trace;
  ChunkSink* chunk_trace = nullptr;
  Cancel cancel;

  [[nodiscard]] bool cancelled() const { return cancel.is_set(); }
  template <class P>
  [[nodiscard]] const P& parameters_as() const {
    return *std::any_cast<P>(parameters);
  }
};

}  // namespace heteroscope
