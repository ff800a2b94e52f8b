#pragma once

#include <vector>

#include "app/window/feature/layer.hpp"
#include "app/window/features/keys/action_search.hpp"
#include "app/window/widgets/typed_field.hpp"

namespace heteroscope {

/// Actions, found by their words.
class SearchLayer final : public OpenedLayer {
 public:
  [[nodiscard]] Action opened_by() const override { return Action::search; }
  [[nodiscard]] bool alone() const override { return false; }
  void open(State& state) override;
  void draw(State& state, LayerSpace& space) override;

 private:
  void body(State& state);
  void list(State& state, const std::vector<const ActionEntry*>& found);

  TypedField words_;
  int chosen_ = 0;  ///< of what was found
};

}  // namespace heteroscope
