#pragma once

#include "app/analysis/claims/published.hpp"
#include "app/results/data.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

/// The figures that a suite is shown beside; times are by the suite's own blocks.
void add_published(const Data& to, const Suite& suite, const Published& from);

}  // namespace heteroscope
