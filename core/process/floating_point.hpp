#pragma once

namespace heteroscope {

/// Returns whether this thread and the threads of an OpenMP team of that size compute as C++ programs begin: numbers
/// are rounded to nearest, and subnormal ones are numbers. Makes it so in those where it was not.
bool restore_floating_point(int threads);

}  // namespace heteroscope
