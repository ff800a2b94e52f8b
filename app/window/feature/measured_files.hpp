#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/plot/bar_chart.hpp"
#include "app/plot/figure.hpp"
#include "app/plot/plot.hpp"
#include "app/results/machine.hpp"
#include "app/window/model/ui/ui.hpp"

/// Graphs of the window, and what was measured, as files.
namespace heteroscope {

/// With lines before it that say where and when this was measured, and which command measures the same problem; each
/// begins with #.
std::string measured_csv(const Machine& machine, const std::string& command, const std::string& table);
/// The plot by itself, with its title and the machine.
PlotFigure measured_figure(const Machine& machine, Plot plot, const std::string& title);
PlotFigure measured_figure(const Machine& machine, const BarChart& chart, const std::string& title);

/// The files that can be saved of a graph. Both are made when they are asked for; what they throw is shown.
struct SavedGraph {
  std::string stem;                    ///< of the files' names
  std::function<PlotFigure()> figure;  ///< as SVG, and as PNG at 1 to 4 times
  std::function<std::string()> csv;    ///< its numbers
};
/// One more form in which a graph can be saved.
struct SaveChoice {
  const char* name;
  const char* about;
  std::function<void()> save;  ///< what it throws is shown
};
/// A word that opens the list of forms in which a graph can be saved. Every graph of the window has it.
void save_menu(Ui& ui, const SavedGraph& graph, const std::vector<SaveChoice>& more = {});
/// Draws that menu behind the heading that was drawn last.
void save_menu_behind(Ui& ui, const SavedGraph& graph, const std::vector<SaveChoice>& more = {});
/// How wide that word is, with the room before it.
float save_menu_width(const Ui& ui);
/// Writes the figure in all forms that documents take: SVG, and PNG at 2 times.
void save_figure(Ui& ui, const std::string& stem, PlotFigure figure);

/// The colors of what is saved: figures are on white, whatever the window's theme is.
const Theme& figure_theme();

}  // namespace heteroscope
