#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/settings.hpp"

namespace heteroscope {

/// What can be said of processors: "cpu, gpu, split, …".
inline constexpr std::string_view known_processors = "cpu, gpu, split; gpu:0,1, gpu:all, split:cpu,gpu:0,1";

/// "cpu", "gpu" (the first), "gpu:0,1", "gpu:all", "split" (the CPU and all GPUs) or "split:cpu,gpu:0,1": sets who
/// computes. False if it is none of these; nothing is set then.
bool set_processors(Execution& execution, std::string_view text);
/// As set_processors() takes it.
std::string processors_text(const Execution& execution);

/// "0.5,0.25".
std::string shares_text(std::span<const double> shares);

}  // namespace heteroscope
