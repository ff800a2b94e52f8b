#pragma once

#include "app/results/result.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// What the figures say, in sentences: of each scene and precision which row is the fastest, on each kind of processor
/// and of all, what it cannot be told from, and by how much it beats the reference.
Document findings(const Result& result);

}  // namespace heteroscope
