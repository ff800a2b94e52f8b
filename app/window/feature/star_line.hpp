#pragma once

#include <vector>

#include "app/window/feature/variant_meter.hpp"
#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

/// star_text() of the times, below them; nothing where no time has a star.
void star_line(const Ui& ui, const std::vector<const VariantTime*>& times);
/// How high it is in the present window and font; 0 where no time has a star.
float star_line_height(const std::vector<const VariantTime*>& times);

}  // namespace heteroscope
