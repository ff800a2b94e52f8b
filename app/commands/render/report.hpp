#pragma once

#include <string>

#include "app/commands/render/render.hpp"
#include "app/ranks/bands.hpp"

namespace heteroscope {

/// "blur of noise:1 1280x720".
std::string computed_what(const Plan& plan);
/// The line about a frame that has been written; `samples` is the text about more samples of its pixels.
std::string report_of(const SharedFrame& shared, const RenderOptions& options, const std::string& samples);

}  // namespace heteroscope
