#pragma once

#include <string>

#include "core/plan/plan.hpp"

namespace heteroscope {

/// The longest side of a part that can be computed: with the cells around it, it is no longer than what is computed at
/// once.
int longest_part(const Plan& plan);

/// Cuts the part out of the plan's whole result, with what it reads of the source; null: all of it. A refusal where it
/// lies outside of that, as one from another process may, and where the workload cannot compute it by itself.
std::string cut_out(Plan& plan, const Cutout* part);

/// Why the plan's stages, which are planned, cannot reduce the source part by part: the sum would not be that of the
/// whole to the bit. Empty if they can, or need not.
std::string refusal_of_order(const Plan& plan);

}  // namespace heteroscope
