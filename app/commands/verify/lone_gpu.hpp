#pragma once

#include <string>

#include "core/verify/case.hpp"

namespace heteroscope {

/// The number of GPUs that the checking processes have. If there is one card, and HETEROSCOPE_GPUS says nothing else,
/// they count it twice, so that kernels that only several GPUs launch are compared, too. It is called before the
/// processes are started.
int gpus_to_check_with();

/// The command line that shows a case again, with what it needs of the environment. `machine`: as a request's.
std::string command_to_see(Case each, Catalog catalog, const std::string& machine);

}  // namespace heteroscope
