#pragma once

#include <string>

#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// The answer of `profile --code`: what the kernels of the variant from a person's file that the settings choose ask of
/// the GPU, its PTX, and its machine code. Throws BadInput where they choose none, or nothing can list its code.
std::string code_report(const Settings& settings);

}  // namespace heteroscope
