#pragma once

#include "app/window/model/window.hpp"

namespace heteroscope {

/// The button with which a graph is chosen.
struct GraphTab {
  const char* label;
  const char* about;     ///< a sentence
  Action action;         ///< whose keys choose it, too
  bool offered = true;   ///< the present workload has such a graph
  bool chosen = false;   ///< the preferences choose it among those that are offered
  bool buttons = false;  ///< it has some in a column of their own: buttons_beside()
};

/// A feature's graph below the picture, beside which those of other features can be chosen. The shell draws the buttons
/// of all that are offered, and the one that is chosen.
class OfferedGraph {
 public:
  virtual ~OfferedGraph() = default;
  [[nodiscard]] virtual GraphTab tab(const Window& window) const = 0;
  virtual void choose(const Window& window) = 0;
  /// Fills what is left of the ImGui window.
  virtual void build(const Window& window) = 0;
  /// Buttons that belong to it while it is shown, below those of all graphs.
  virtual void buttons_below(const Window& /*window*/) {}
  /// Buttons that belong to it while it is shown, in a column of their own, where tab() says that there are any.
  virtual void buttons_beside(const Window& /*window*/) {}
};

/// There is a graph of what is computed, besides the frames' times: plots of the run, or who computed what and when.
bool has_own_graph(const WindowModel& model);
/// The preferences choose that one.
bool chooses_own_graph(const Ui& ui, const WindowModel& model);
/// From now on they do.
void choose_own_graph(Ui& ui);

}  // namespace heteroscope
