#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/window/model/views/own_view.hpp"

namespace heteroscope {

/// The views that a person has kept, in their order, and the lists that there were before each change. No two of a
/// workload have one name. What changes the list throws BadInput where it cannot, and then changes nothing.
class OwnViews {
 public:
  using List = std::vector<OwnView>;
  static constexpr std::size_t longest_history = 20;

  OwnViews() = default;
  /// As many as were kept, also beyond what may be added.
  OwnViews(List all, Catalog catalog);

  [[nodiscard]] const List& all() const { return all_; }
  /// Of each what stands beside its name.
  [[nodiscard]] const std::vector<ViewAbout>& about() const { return about_; }
  /// Changes with the list.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }

  /// In place of the one of that name and workload, else behind all.
  void keep(OwnView view);
  void rename(std::size_t i, std::string name);
  void remove(std::size_t i);
  /// Before the one above it, or behind the one below it, of its workload; nothing where there is none.
  void move_up(std::size_t i);
  void move_down(std::size_t i);
  /// Behind all, but for those of a name and a place that are there. One whose name stands for another place gets a
  /// number: "Antenna (2)". Returns how many there are more.
  std::size_t add(const List& more);

  [[nodiscard]] bool can_go_back() const { return !before_.empty(); }
  [[nodiscard]] bool can_go_forth() const { return !after_.empty(); }
  /// To the list before the last change; back() undone. Nothing where there is none.
  void back();
  void forth();
  /// The list becomes this one, which has beside the present one what others have done: that is no change that can be
  /// gone back from.
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
  std::string present;  ///< its ViewAbout::picture; empty: none is, or something goes on
};

/// The views of two windows that were `base` before: see merged(). Where both have put a view under one name, both
/// stay, theirs with a number.
OwnViews::List merged_views(const OwnViews::List& base, const OwnViews::List& mine, const OwnViews::List& theirs);

}  // namespace heteroscope
