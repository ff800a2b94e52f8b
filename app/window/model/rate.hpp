#pragma once

#include <string>
#include <string_view>

#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// What the rate counts.
inline constexpr std::string_view rate_help =
    "What the plain loop would have to do for this picture, over the time in which it was computed (the slower "
    "side's). A variant that skips some of that work can show more than the hardware could do.";

/// "Plain-loop iterations", or "Pixels" where there is no work to be skipped: what the rate counts, by its unit.
std::string rate_name(const WindowModel& model, std::string_view unit);

}  // namespace heteroscope
