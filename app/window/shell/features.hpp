#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/feature/graph.hpp"
#include "app/window/features/files/remember.hpp"
#include "app/window/picture/requester.hpp"

namespace heteroscope {

/// The parts that features are made with.
struct FeatureParts {
  Catalog catalog;
  Requester& requester;                     ///< outlives the features
  std::filesystem::path memory_path = {};   ///< the file of the window's state; empty: no state is kept
  Memory memory = {};                       ///< the contents of that file
  std::vector<ActionEntry> of_window = {};  ///< the window's own actions
};

/// All features of a window in one order, in which sections stand, overlays are drawn and actions are listed.
class Features {
 public:
  explicit Features(FeatureParts parts);
  /// Waits for no compiler.
  ~Features();
  Features(const Features&) = delete;
  Features& operator=(const Features&) = delete;

  [[nodiscard]] const ActionTable& table() const { return table_; }
  /// Adds all entries of the search that are not actions.
  void offer(const Window& window, std::vector<Offer>& to);
  /// Builds the sections of one side.
  void panels(const Window& window, Side side);
  /// Draws all overlays. Returns the places in which the mouse does not reach the picture.
  Covered overlays(const Window& window);
  /// Returns the sum of all features' activities.
  [[nodiscard]] Activity activity(const Window& window) const;
  /// Calls the same function of each, in order: `for_all(&Feature::keep, state)`.
  template <class... Takes, class... Given>
  void for_all(void (Feature::*what)(Takes...), Given&&... given) {
    for (const auto& feature : all_) ((*feature).*what)(given...);
  }
  /// Returns as a sentence what the window, which has been closing for that many seconds, still waits for; empty:
  /// nothing.
  [[nodiscard]] std::string unfinished(double closing_s);

  /// Opens, or closes, the feature that this action opens.
  void toggle(Action action, const Window& window);
  /// Closes the feature on top, or ends what is to be ended in it first; false: none is open.
  bool close_top();
  /// Returns the actions whose features are open.
  [[nodiscard]] std::set<Action> open() const;
  /// Returns the features that can be shown below the picture.
  [[nodiscard]] const std::vector<OfferedGraph*>& graphs() const { return graphs_; }

  /// Returns the feature of a type, which must be in the list.
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
