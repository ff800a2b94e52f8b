#pragma once

#include <array>
#include <vector>

#include "app/window/actions/action_search.hpp"
#include "app/window/layers/layer.hpp"

namespace heteroscope {

/// Actions, found by their words.
class SearchLayer final : public OpenedLayer {
 public:
  [[nodiscard]] Action opened_by() const override { return Action::search; }
  void open(State& state) override;
  void draw(State& state, LayerSpace& space) override;

 private:
  void body(State& state);
  void list(State& state, const std::vector<const ActionEntry*>& found);

  std::array<char, 64> text_{};
  int chosen_ = 0;       ///< of what was found
  bool typing_ = false;  ///< the words have the keyboard
};

}  // namespace heteroscope
