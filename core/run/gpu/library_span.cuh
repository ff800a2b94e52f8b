#pragma once

#include "core/run/gpu/launch.cuh"

namespace heteroscope {

/// Launches a kernel of one thread that notes the begin of the sink's only span.
void begin_library_span(SpanSink sink, CUstream_st* stream);
/// Records the end of a library's call and its cells.
void end_library_span(SpanSink sink, Cells cells, CUstream_st* stream);

/// Calls `call()`, which launches a library's kernels over all of a pass: its trace is one span, since nothing is
/// known of their blocks.
template <class Call>
void traced_library(const Job& job, const PassShape& pass, Call call) {
  const SpanSink sink =
      traced(job, pass, {.spans = 1, .kind = SpanKind::library}, {.origin = first_cell(pass), .wraps = true});
  if (sink.records != nullptr) begin_library_span(sink, job.stream);
  call();
  const auto cells =
      static_cast<std::uint64_t>(pass.region.rows.count()) * static_cast<std::uint64_t>(pass.space.width);
  if (sink.records != nullptr) end_library_span(sink, {0, cells}, job.stream);
}

}  // namespace heteroscope
