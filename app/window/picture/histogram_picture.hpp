#pragma once

#include "core/io/png/png.hpp"
#include "core/model/settings/settings.hpp"
#include "core/run/frame.hpp"

namespace heteroscope {

/// A frame whose result is numbers, as a picture of the source's size: the source with the bars over its lower part.
/// Without text, and without bars where there are fewer than 16 rows or columns for them.
Picture histogram_picture(const Frame& frame, const Look& look, bool logarithmic);

}  // namespace heteroscope
