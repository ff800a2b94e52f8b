#pragma once

#include <functional>

struct CUstream_st;

namespace heteroscope::testing {

/// Does the work when the GPU's stream comes to it: GPUs of this program do nothing before somebody waits for it, and
/// then in any order that events allow (a seeded one).
void on_stream(CUstream_st* stream, std::function<void()> work);
/// The order of what follows.
void set_order(unsigned seed);
/// Whether all work that was asked for is done.
bool all_done();

}  // namespace heteroscope::testing
