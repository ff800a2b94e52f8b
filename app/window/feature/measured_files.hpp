#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/plot/bar_chart.hpp"
#include "app/plot/plot.hpp"
#include "app/results/machine.hpp"
#include "app/window/model/ui/ui.hpp"

/// What was measured in the window as files.
namespace heteroscope {

/// With lines before it that say where and when this was measured, and which command measures the same problem; each
/// begins with #.
std::string measured_csv(const Machine& machine, const std::string& command, const std::string& table);
/// The plot by itself, with its title and the machine.
std::string measured_svg(const Machine& machine, Plot plot, const std::string& title);
std::string measured_svg(const Machine& machine, const BarChart& chart, const std::string& title);

/// Buttons that write the present ImGui window as PNG, and what is given as SVG and CSV. What that throws is shown.
void save_buttons(Ui& ui, const std::string& stem, const std::function<std::string()>& csv,
                  const std::function<std::string()>& svg);

/// Beside "PNG", what a graph can be saved as.
struct SaveChoice {
  const char* name;
  const char* about;
  std::function<void()> save;  ///< what it throws is shown
};
/// A text file of that name in the export folder.
SaveChoice save_text(Ui& ui, const char* name, const char* about, const std::string& stem, const char* extension,
                     std::function<std::string()> text);
/// A word behind the present line that opens a list of what the present ImGui window can be saved as.
void save_menu(Ui& ui, const std::string& stem, const std::vector<SaveChoice>& choices);
/// How wide that word is, with the room before it.
float save_menu_width(const Ui& ui);

}  // namespace heteroscope
