#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/plot/bar_chart.hpp"
#include "app/plot/figure.hpp"
#include "app/plot/plot.hpp"
#include "app/results/machine.hpp"
#include "app/window/model/ui/ui.hpp"

/// Graphs and measurements of the window as files.
namespace heteroscope {

/// Returns the table after lines, each beginning with #, that say where and when it was measured and which command
/// measures the same problem.
std::string measured_csv(const Machine& machine, const std::string& command, const std::string& table);
/// Returns a figure of the plot alone, with its title and the machine.
PlotFigure measured_figure(const Machine& machine, Plot plot, const std::string& title);
PlotFigure measured_figure(const Machine& machine, const BarChart& chart, const std::string& title);

/// The files that can be saved of a graph. Both functions are called when a file is asked for; their exceptions are
/// shown.
struct SavedGraph {
  std::string stem;                    ///< the beginning of the files' names
  std::function<PlotFigure()> figure;  ///< for SVG, and for PNG at 1 to 4 times
  std::function<std::string()> csv;    ///< the graph's numbers
  std::string why_not = {};            ///< a sentence: why there is nothing to save yet; empty: there is
};
/// One more format in which a graph can be saved.
struct SaveChoice {
  const char* name;
  const char* about;
  std::function<void()> save;  ///< an exception is shown
};
/// Draws the word *save*, which opens the list of formats in which a graph can be saved. Every graph of the window has
/// it.
void save_menu(Ui& ui, const SavedGraph& graph, const std::vector<SaveChoice>& more = {});
/// Draws that word behind the heading that was drawn last.
void save_menu_behind(Ui& ui, const SavedGraph& graph, const std::vector<SaveChoice>& more = {});
/// Returns the width of that word with the space before it.
float save_menu_width(const Ui& ui);
/// Writes the figure in the formats for documents: SVG, and PNG at 2 times.
void save_figure(Ui& ui, const std::string& stem, PlotFigure figure);

/// Returns the colors of saved figures: they are on white, whatever the window's theme is.
const Theme& figure_theme();

}  // namespace heteroscope
