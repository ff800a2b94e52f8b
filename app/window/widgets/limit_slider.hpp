#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// A slider for a parameter that has a limit: a mark at the limit, red beyond it with the reason below. True if the
/// value changed.
/// With `zero_text` a value of 0 is shown by that text.
bool limit_slider(const State& state, const Parameter& parameter, const Limit& limit, double& value,
                  const std::string& zero_text = {});

/// The limit of that parameter in the present settings; nothing if it has none.
std::optional<Limit> limit_of(const State& state, const Parameter& parameter);

}  // namespace heteroscope
