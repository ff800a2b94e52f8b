#pragma once

namespace heteroscope {

/// Returns whether this thread and the threads of an OpenMP team of that size compute as C++ programs begin: numbers
/// are rounded to nearest (those of long double to 64 bits), subnormal ones are numbers, and no exception is a signal.
/// Makes it so in those where it was not.
bool restore_floating_point(int threads);

}  // namespace heteroscope
