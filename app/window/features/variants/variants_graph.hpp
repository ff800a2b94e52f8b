#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// The times of all variants of the present problem as bars, in what is left of the ImGui window; before they have been
/// measured, how to do that.
void variants_graph(State& state);

}  // namespace heteroscope
