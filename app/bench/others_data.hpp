#pragma once

#include "app/measures/others.hpp"
#include "app/results/data.hpp"

namespace heteroscope {

/// What other programs took while a row was measured, and whether it is marked for that. `of_gpu`: a GPU computes it.
void add_others(Data to, const TakenByOthers& taken, bool of_gpu);

}  // namespace heteroscope
