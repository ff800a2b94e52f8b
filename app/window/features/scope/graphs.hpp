#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// Below a cover: who was busy when, and what every cover costs. Fills what is left of the ImGui window.
void cover_graphs(State& state);

}  // namespace heteroscope
