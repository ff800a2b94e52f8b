#pragma once

#include "core/model/settings/settings.hpp"
#include "core/model/settings/view.hpp"

namespace heteroscope {

/// The view that some values of a workload's parameters say, which has one; what is missing among them has its initial
/// value.
View view_in(const Values& values, const Workload& workload);
void put_view(Values& values, const View& view, const Workload& workload);

/// The view of a problem whose workload has one.
View view_of(const Problem& problem, Catalog catalog);
void put_view(Problem& problem, const View& view, Catalog catalog);

}  // namespace heteroscope
