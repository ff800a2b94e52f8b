#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/feature/graph.hpp"
#include "app/window/features/files/remember.hpp"
#include "app/window/picture/requester.hpp"

namespace heteroscope {

/// What features are made with.
struct FeatureParts {
  Catalog catalog;
  Requester& requester;                     ///< outlives them
  std::filesystem::path memory_path = {};   ///< of the file in which the window is kept; empty: nothing is
  Memory memory = {};                       ///< what it holds
  std::vector<ActionEntry> of_window = {};  ///< the window's own actions
};

/// All features of a window, in one order: sections stand and overlays are drawn in it, and what can be asked for is
/// shown in it.
class Features {
 public:
  explicit Features(FeatureParts parts);
  Features(const Features&) = delete;
  Features& operator=(const Features&) = delete;

  [[nodiscard]] const ActionTable& table() const { return table_; }
  /// Adds everything that the search finds beside the actions.
  void offer(const Window& window, std::vector<Offer>& to);
  /// The sections of one side.
  void panels(const Window& window, Side side);
  /// Returns where the mouse does not reach the picture.
  Covered overlays(const Window& window);
  /// What all do together.
  [[nodiscard]] Activity activity(const Window& window) const;
  /// Does the same to each, in order: `for_all(&Feature::keep, state)`.
  template <class... Takes, class... Given>
  void for_all(void (Feature::*what)(Takes...), Given&&... given) {
    for (const auto& feature : all_) ((*feature).*what)(given...);
  }
  /// What a window waits for that has been closing for so long, as a sentence; empty: for nothing.
  [[nodiscard]] std::string unfinished(double closing_s);

  /// The feature that this action opens is opened, or closed.
  void toggle(Action action, const Window& window);
  /// Closes the one on top; false: none is open.
  bool close_top();
  /// The actions whose features are open.
  [[nodiscard]] std::set<Action> open() const;
  /// Those that can be shown below the picture.
  [[nodiscard]] const std::vector<OfferedGraph*>& graphs() const { return graphs_; }

  /// The feature of a kind, which must be in the list.
  template <class Kind>
  [[nodiscard]] Kind& of() const {
    for (const auto& each : all_) {
      if (auto* const found = dynamic_cast<Kind*>(each.get())) return *found;
    }
    throw std::logic_error("a feature that is not in the list");
  }

 private:
  void add_all(const FeatureParts& parts);
  template <class Kind>
  void add(std::unique_ptr<Kind> made);
  template <class Kind, class... Arguments>
  Kind& add(Arguments&&... arguments);
  void add_actions(std::vector<ActionEntry> entries);

  std::vector<std::unique_ptr<Feature>> all_;
  std::vector<OpenedFeature*> opened_;
  std::vector<OfferedGraph*> graphs_;
  ActionTable table_;
};

}  // namespace heteroscope
