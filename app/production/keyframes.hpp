#pragma once

#include <string>
#include <vector>

#include "core/model/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// A movie's keyframes as JSON: {"keyframes": [{settings}, …]}, each as settings are saved. Throws BadInput for some
/// that cannot be saved.
std::string keyframes_to_json(const std::vector<Settings>& keyframes, Catalog catalog);

}  // namespace heteroscope
