#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include "app/window/feature/layer.hpp"

namespace heteroscope {

/// All that lies over the picture, in the order in which it is drawn.
class Layers {
 public:
  Layers();
  ~Layers();
  Layers(const Layers&) = delete;
  Layers& operator=(const Layers&) = delete;

  /// Returns where the mouse does not reach the picture.
  Covered draw(State& state);
  void leave_workload();
  [[nodiscard]] bool moves() const;
  /// Some layer measures times.
  [[nodiscard]] bool measure() const;
  /// Some layer measures times, or waits for quiet in order to do so.
  [[nodiscard]] bool want_quiet() const;
  /// The first of theirs.
  [[nodiscard]] std::optional<double> due_s() const;

  /// The layer that this action opens is opened, or closed.
  void toggle(Action action, State& state);
  /// Closes the one on top; false: none is open.
  bool close_top();
  /// The actions whose layers are open.
  [[nodiscard]] std::set<Action> open() const;

  /// The layer of a kind, which must be in the list: for those who wait for what it finds.
  template <class Kind>
  [[nodiscard]] Kind& of() {
    return find<Kind>();
  }
  template <class Kind>
  [[nodiscard]] const Kind& of() const {
    return find<Kind>();
  }

 private:
  template <class Kind>
  [[nodiscard]] Kind& find() const {
    for (const auto& each : all_) {
      if (auto* const found = dynamic_cast<Kind*>(each.get())) return *found;
    }
    throw std::logic_error("a layer that is not in the list");
  }
  template <class Kind>
  void add();
  /// A layer that keeps nothing.
  void add(std::function<void(State&, LayerSpace&)> draw);

  std::vector<std::unique_ptr<Layer>> all_;
  std::vector<OpenedLayer*> opened_;
};

}  // namespace heteroscope
