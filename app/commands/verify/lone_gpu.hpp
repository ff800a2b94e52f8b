#pragma once

#include <string>

#include "core/verify/case.hpp"

namespace heteroscope {

/// How many GPUs the processes that check have. Where there is one card, and nothing else is said
/// (HETEROSCOPE_GPUS), they count it twice, so that kernels which only several GPUs launch are compared, too. Called
/// before they are started.
int gpus_to_check_with();

/// The command line that shows a case again, with what it needs of the environment.
std::string command_to_see(const Case& each, Catalog catalog);

}  // namespace heteroscope
