#pragma once

#include "core/frame/frame.hpp"
#include "core/io/png/png.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// Returns a frame whose result is a histogram as a picture of the source's size: the source with the bars over its
/// lower part. There is no text, and there are no bars on fewer than 16 rows or columns.
Picture histogram_picture(const Frame& frame, const Look& look, bool logarithmic);

}  // namespace heteroscope
