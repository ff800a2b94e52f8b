#pragma once

#include <string>
#include <vector>

#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// Takes "max_iterations=auto" out of the words of --set: the limit of iterations is to be the one that the view needs
/// (core/run/escape_limit.hpp). Returns whether it was among them. Throws BadInput where a limit is named as well.
bool erase_automatic_limit(std::vector<std::string>& words, const Workload& workload);

/// Finds that limit for the settings, which are complete but for it, puts it into them, and says so on standard error.
/// Throws BadInput for settings that cannot be computed.
void put_automatic_limit(Settings& settings, Catalog catalog);

}  // namespace heteroscope
