#pragma once

#include <string>

#include "app/window/model/ui/ui.hpp"
#include "core/model/iteration.hpp"
#include "core/model/parameter.hpp"

namespace heteroscope {

/// Draws a slider for a parameter that has a limit: a mark at the limit, red beyond it with the reason below. True if
/// the value changed. With `zero_text` a value of 0 is shown by that text.
bool limit_slider(const Ui& ui, const Parameter& parameter, const Limit& limit, double& value,
                  const std::string& zero_text = {});

}  // namespace heteroscope
