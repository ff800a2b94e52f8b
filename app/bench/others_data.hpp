#pragma once

#include "app/measures/others.hpp"
#include "app/results/data.hpp"

namespace heteroscope {

/// Adds what other programs took while a row was measured, and whether the row is marked for that. `of_gpu` says that a
/// GPU computes it.
void add_others(Data to, const TakenByOthers& taken, bool of_gpu);

}  // namespace heteroscope
