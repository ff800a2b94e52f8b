#pragma once

#include "core/model/job.hpp"
#include "core/trace/pass_of.hpp"
#include "core/trace/writer.hpp"

struct CUstream_st;

namespace heteroscope {

/// Launches a kernel of one thread that notes the begin of the sink's only span.
void begin_library_span(SpanSink sink, CUstream_st* stream);
/// Records the end of a library's call and its cells.
void end_library_span(SpanSink sink, Cells cells, CUstream_st* stream);

/// Calls `call()`, which launches kernels over all of a pass that leave no records themselves: a library's, or a
/// person's. The trace of the pass is one span, since nothing is known of their blocks.
template <class Call>
void traced_library(const Job& job, const PassShape& pass, Call call) {
  SpanSink sink;
  if (job.trace != nullptr) {
    job.trace->begin_pass(pass);
    sink =
        job.trace->begin_launch({.spans = 1, .kind = SpanKind::library}, {.origin = first_cell(pass), .wraps = true});
  }
  if (sink.records != nullptr) begin_library_span(sink, job.stream);
  call();
  if (sink.records != nullptr) end_library_span(sink, {0, cells_of(pass)}, job.stream);
}

}  // namespace heteroscope
