#pragma once

#include "app/results/result.hpp"
#include "app/text/document.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

/// The rows of a suite with an axis as tables: for each variant its times over axis and block, beside the published
/// ones; then the variants ranked at the axis' largest value, in each block and all together.
Document cross_tables(const Result& result, const Suite& suite);

}  // namespace heteroscope
