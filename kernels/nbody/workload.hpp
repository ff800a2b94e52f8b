#pragma once

#include "core/model/workload.hpp"

namespace heteroscope::nbody {

/// reference.hpp has the plain loop that its variants are held to.
extern const Workload workload;
/// What `verify` tries of it beyond the usual cases.
std::vector<Trial> trials();

}  // namespace heteroscope::nbody
