#include <stdexcept>

#include "core/trace/library_span.hpp"

/// Linked in place of library_span_cuda.cu where there is no CUDA toolkit: no GPU has a trace.
namespace heteroscope {

void begin_library_span(SpanSink, CUstream_st*) {
  throw std::logic_error("this program was built without CUDA: no GPU leaves spans");
}
void end_library_span(SpanSink, Cells, CUstream_st*) {
  throw std::logic_error("this program was built without CUDA: no GPU leaves spans");
}

}  // namespace heteroscope
