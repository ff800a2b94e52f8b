#pragma once

namespace heteroscope::transpose {

/// A transposition has nothing to choose.
struct Parameters {};

}  // namespace heteroscope::transpose
