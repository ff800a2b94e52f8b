#pragma once

#include "app/analysis/graphs/svg.hpp"
#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

/// The graph of a result, in what is left of the ImGui window; it scrolls where it needs more.
void draw_graph(const Ui& ui, const Graph& graph);

}  // namespace heteroscope
