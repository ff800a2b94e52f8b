#pragma once

namespace heteroscope::transpose {

/// A transposition has no parameters.
struct Parameters {};

}  // namespace heteroscope::transpose
