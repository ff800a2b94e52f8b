#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/window/model/views/own_view.hpp"

namespace heteroscope {

/// The views that a person has kept, in their order, and the lists before each change. Views of one workload have
/// different names. Functions that change the list throw BadInput if they cannot, and then change nothing.
class OwnViews {
 public:
  using List = std::vector<OwnView>;
  static constexpr std::size_t longest_history = 20;

  OwnViews() = default;
  /// Takes all kept views, even more than the limit for added ones.
  OwnViews(List all, Catalog catalog);

  [[nodiscard]] const List& all() const { return all_; }
  /// Returns for each view the text beside its name.
  [[nodiscard]] const std::vector<ViewAbout>& about() const { return about_; }
  /// Returns a number that changes with the list.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }

  /// Keeps a view in place of the one with that name and workload, else after all others.
  void keep(OwnView view);
  void rename(std::size_t i, std::string name);
  void remove(std::size_t i);
  /// Moves a view before the one above it, or after the one below it, of its workload; does nothing if there is none.
  void move_up(std::size_t i);
  void move_down(std::size_t i);
  /// Adds views at the end, except those whose name and place are in the list. A view whose name belongs to another
  /// place gets a number: "Antenna (2)". Returns how many were added.
  std::size_t add(const List& more);

  [[nodiscard]] bool can_go_back() const { return !before_.empty(); }
  [[nodiscard]] bool can_go_forth() const { return !after_.empty(); }
  /// back() returns to the list before the last change, forth() undoes that. They do nothing if there is no such list.
  void back();
  void forth();
  /// Replaces the list by one that also has the changes of other windows; that is no change for back().
  void take_in(List now);

 private:
  void change(List next);
  void put(List next);
  void swap(std::size_t i, std::size_t k);
  [[nodiscard]] const OwnView* find(const std::string& name, const std::string& workload) const;

  Catalog catalog_;
  List all_;
  std::vector<ViewAbout> about_;
  std::vector<List> before_, after_;
  std::uint64_t revision_ = 0;
};

/// The views that a person has kept, of all workloads, and which of them is on the screen.
struct KeptViews {
  OwnViews list;
  std::string present;  ///< the ViewAbout::picture of the view on the screen; empty: none of these views, or steps or
                        ///< time go on
};

/// Returns the merged views of two windows that both began with `base`: see merged(). If both have kept a view under
/// one name, both stay, the other window's with a number.
OwnViews::List merged_views(const OwnViews::List& base, const OwnViews::List& mine, const OwnViews::List& theirs);

}  // namespace heteroscope
