#pragma once

#include <string>

#include "app/tune/search.hpp"

namespace heteroscope {

/// "0.4 %": how far the median's interval reaches from it; empty where there is none.
std::string reach_text(const TuneTime& time);

}  // namespace heteroscope
