#pragma once

#include "app/window/model/window.hpp"

namespace heteroscope {

/// Below a cover: who was busy when, and what every cover costs. Fills what is left of the ImGui window.
void scope_graphs(const Window& window);

}  // namespace heteroscope
