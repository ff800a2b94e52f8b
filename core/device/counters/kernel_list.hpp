#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// The kernels (`__global__` functions, each instance of a template by itself) that the program contains, and which of
/// them have been launched: so that `verify` can say of each whether it was compared.
namespace heteroscope::device {

/// The names of all kernels of the program, as its device code registers them at the start, such as
/// "blur::strips<float, 24, false, false>", in alphabetical order and without those of libraries. They are the same in
/// every process of a program; a build without CUDA has none.
const std::vector<std::string>& kernels();

/// The name of a kernel, as kernels() has it, given its host function; empty for what is none of the program's.
std::string kernel_name_of(const void* host_function);

/// Which of them the host has launched since this was last asked, as indices, ascending.
std::vector<std::size_t> take_launched_kernels();

}  // namespace heteroscope::device
