#pragma once

#include "app/analysis/claims/published.hpp"
#include "app/bench/rows.hpp"
#include "app/measures/ceilings.hpp"
#include "app/measures/others.hpp"
#include "app/results/data.hpp"
#include "core/model/suite.hpp"

/// The values of a result that one kind of measurement gives, each kind in a file of its own.
namespace heteroscope {

/// Every ceiling that was measured.
void add_ceilings(Data to, const Ceilings& ceilings);

/// The clocks of the sides that computed a row.
void add_clocks(const Data& to, const BenchRow& row);

/// Adds what other programs took while a row was measured, and whether the row is marked for that. `of_gpu` says that a
/// GPU computes it.
void add_others(Data to, const TakenByOthers& taken, bool of_gpu);

/// The figures that a suite is shown beside; times are by the suite's own blocks.
void add_published(const Data& to, const Suite& suite, const Published& from);

}  // namespace heteroscope
