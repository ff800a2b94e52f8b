#pragma once

#include "app/analysis/graphs/svg.hpp"
#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

/// Draws the graph of a result in the rest of the ImGui window, which scrolls where the graph is larger.
void draw_graph(const Ui& ui, const Graph& graph);

}  // namespace heteroscope
