#pragma once

#include <vector>

#include "app/bench/rows.hpp"
#include "core/plan/plan.hpp"

/// What is known of cases before they are measured.
namespace heteroscope {

/// What ceilings and noise of one processor take, about.
inline constexpr double preparation_ms = 1200;

/// Returns how many CPU threads a stage's variant uses; it has one.
int threads_of_stage(const Plan& plan, const PlannedStage& stage);
/// Returns the plan with the case's fast-math baseline, if it is one; or why there is none.
Planned planned_case(const BenchCase& what, const Settings& settings, Catalog catalog);
/// Returns the numbers of CPU threads whose ceilings and noise the cases need, each once; 0: the GPU's.
std::vector<int> prepared_for(const std::vector<BenchCase>& cases, Catalog catalog);

}  // namespace heteroscope
