#pragma once

#include "app/results/result.hpp"
#include "app/text/document.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

/// What has been published beside what was measured, a line for each row of it; and what its conclusions come to.
Document beside_published(const Result& result, const Suite& suite);

}  // namespace heteroscope
