#pragma once

#include "app/results/result.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// What the figures show, in sentences: for each scene and precision the fastest row on each kind of processor and of
/// all, what it is tied with, and by how much it beats the reference.
Document findings(const Result& result);

}  // namespace heteroscope
