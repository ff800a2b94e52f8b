#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/window/feature/panel.hpp"

namespace heteroscope {

class GraphsPanel;

/// All sections, in the order in which they stand.
class Panels {
 public:
  Panels();
  ~Panels();
  Panels(const Panels&) = delete;
  Panels& operator=(const Panels&) = delete;

  void build_left(State& state);
  void build_right(State& state);
  void build_graphs(State& state);
  void leave_workload();
  [[nodiscard]] bool moves() const;
  /// Some section measures times.
  [[nodiscard]] bool measure() const;

  [[nodiscard]] GraphsPanel& graphs() { return *graphs_; }

 private:
  using Section = std::vector<std::unique_ptr<Panel>>;
  [[nodiscard]] bool any(bool (Panel::*is)() const) const;
  static void add(Section& section, std::function<void(State&)> build);

  Section left_;
  Section right_;
  std::unique_ptr<GraphsPanel> graphs_;
};

}  // namespace heteroscope
