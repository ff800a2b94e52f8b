#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/own/source/compile_message.hpp"

namespace heteroscope {

/// The errors and warnings in what a compiler says: GCC's and clang's form ("my.cpp:3:5: error: …"), NVRTC's
/// ("my.cu(3): error: …", with a caret two lines below), and what the assembler ptxas and linkers say without a place.
/// Notes are left out, and so is what is said twice. The files are as the compiler calls them.
std::vector<CompileMessage> messages_in(std::string_view log);

}  // namespace heteroscope
