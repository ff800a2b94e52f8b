#pragma once

#include "app/window/model/window.hpp"

namespace heteroscope {

/// The button with which a graph is chosen.
struct GraphTab {
  const char* label;
  const char* about;     ///< a sentence
  Action action;         ///< the action whose keys choose it, too
  bool offered = true;   ///< the present workload has such a graph
  bool chosen = false;   ///< the preferences choose it among those that are offered
  bool buttons = false;  ///< it has buttons in a column of their own: buttons_beside()
};

/// A feature's graph below the picture; a person chooses one of these graphs. The shell draws the buttons of all that
/// are offered, and the one that is chosen.
class OfferedGraph {
 public:
  virtual ~OfferedGraph() = default;
  [[nodiscard]] virtual GraphTab tab(const Window& window) const = 0;
  virtual void choose(const Window& window) = 0;
  /// Draws the graph into the rest of the ImGui window.
  virtual void build(const Window& window) = 0;
  /// Draws its own buttons below those of all graphs; called while it is shown.
  virtual void buttons_below(const Window& /*window*/) {}
  /// Draws its own buttons in a column of their own; called while it is shown, if tab() says that there are any.
  virtual void buttons_beside(const Window& /*window*/) {}
};

/// Returns whether there is a graph besides that of frame times: plots of the run, or the scope's timeline.
bool has_own_graph(const WindowModel& model);
/// Returns whether the preferences choose that graph.
bool chooses_own_graph(const Ui& ui, const WindowModel& model);
/// Makes the preferences choose that graph.
void choose_own_graph(Ui& ui);

}  // namespace heteroscope
