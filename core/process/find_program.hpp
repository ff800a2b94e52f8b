#pragma once

#include <filesystem>
#include <string_view>

namespace heteroscope {

/// The file that a program's name stands for: the first of PATH's folders that has one of that name which can be
/// executed; a name with a slash is the file itself. Empty: there is none.
std::filesystem::path find_program(std::string_view name);

/// The file of a tool of the CUDA toolkit: by PATH, in $CUDA_HOME/bin, or in the newest /usr/local/cuda*/bin. Empty:
/// there is none.
std::filesystem::path find_cuda_tool(std::string_view name);

}  // namespace heteroscope
