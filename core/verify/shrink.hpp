#pragma once

#include <functional>

#include "core/verify/case.hpp"

namespace heteroscope {

/// The smallest case found that still fails: as few settings as can be that differ from the workload's defaults, as few
/// steps and cells. `fails` says whether a case fails; it is asked at most `most_tries` times, never about `failing`
/// itself, which must.
Case shrink(Case failing, const Workload& workload, const std::function<bool(const Case&)>& fails,
            int most_tries = 400);

}  // namespace heteroscope
