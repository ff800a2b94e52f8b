#pragma once

namespace heteroscope {

/// The clock of a core that is busy, Hz: by additions of which each waits for the one before, a cycle each on every
/// processor that this is built for. The best of several runs; measured once, in some 20 ms. Any thread may ask.
double measured_clock_hz();

/// Numbers in one of the vectors that vector code is dispatched to.
int fp64_lanes();

}  // namespace heteroscope
