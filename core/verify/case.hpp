#pragma once

#include <string>

#include "core/model/settings/settings.hpp"
#include "core/verify/route.hpp"

namespace heteroscope {

/// One comparison with a reference: what is computed, and how its frame comes about.
struct Case {
  Settings settings;
  Route route;
  bool operator==(const Case&) const = default;
};

/// Same parameters, precision, size, steps and strokes, computed by the reference variants on the CPU.
Settings reference_of(const Settings& settings, const Workload& workload);

/// An upper bound of the operations that the reference takes: what a pixel can take at most, for all pixels and steps.
double reference_operations(const Settings& settings, const Workload& workload);

/// "heteroscope render … --verify": compares the case again.
std::string command_line_of(const Case& each, Catalog catalog);

}  // namespace heteroscope
