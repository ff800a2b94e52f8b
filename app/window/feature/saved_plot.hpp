#pragma once

#include <functional>
#include <string>

#include "app/plot/plot.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/model/window_model.hpp"
#include "app/window/widgets/plot_view.hpp"

namespace heteroscope {

/// Returns the title of a figure: the workload, what is shown of it, and what made that (made_text(); empty: nothing is
/// known to have).
std::string figure_title(const WindowModel& model, const std::string& what, const std::string& made);

/// A plot that the window draws in its theme's colors and that files have in the colors of figures.
struct PlotToSave {
  std::string name;    ///< the end of the files' names: "residual"
  std::string title;   ///< of the figure
  std::string x_name;  ///< the first column's, in the CSV
  std::function<Plot(const Theme&)> plot;
};

/// Returns how the plot is saved, with the present settings in its CSV. Keeps references to both arguments.
SavedGraph saved_graph(const WindowModel& model, const PlotToSave& of);

/// Returns the times of all frames that the graphs show, with what computed them and the machine.
std::string frames_csv(const WindowModel& model);

/// Draws the plot as draw_plot() does, with its menu of files at the right of its title.
SeenPlot draw_saved_plot(Ui& ui, const WindowModel& model, const PlotToSave& of);

}  // namespace heteroscope
