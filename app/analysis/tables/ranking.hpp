#pragma once

#include "app/analysis/tables/cross_rows.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// The variants ranked at the axis' largest value: in each block, beside their published places, and all together, each
/// in its fastest block.
Document rankings(const CrossRows& of);

}  // namespace heteroscope
