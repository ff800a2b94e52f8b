#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/settings.hpp"

namespace heteroscope {

/// A parameter that changes nothing of what some settings compute, and why: "only method=sor overrelaxes".
struct UnusedParameter {
  std::string_view id;
  std::string why;
};

/// Those of the settings' workload, in its order: what the command line refuses, the window marks, and commands that
/// are written for a person leave out. Throws BadInput for values that cannot be bound.
std::vector<UnusedParameter> unused_parameters(const Settings& settings, const Workload& workload);

/// Why this one is among them; empty where it counts.
std::string why_unused(const std::vector<UnusedParameter>& unused, std::string_view id);

}  // namespace heteroscope
