#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// The kernels (`__global__` functions, each instance of a template by itself) that the program contains, and which of
/// them have been launched: so that `verify` can say of each whether it was compared.
namespace heteroscope::device {

/// As the program's own device code registers them when it starts, "blur::strips<float, 24, false, false>", in
/// alphabetical order; without those of libraries. The same in every process of one program. Empty in a build without
/// CUDA.
const std::vector<std::string>& kernels();

/// Which of them the host has launched since this was last asked, as indices, ascending.
std::vector<std::size_t> take_launched_kernels();

}  // namespace heteroscope::device
