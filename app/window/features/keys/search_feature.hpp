#pragma once

#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/features/keys/action_search.hpp"
#include "app/window/widgets/typed_field.hpp"

namespace heteroscope {

/// Actions, found by their words.
class SearchFeature final : public OpenedFeature {
 public:
  [[nodiscard]] Action opened_by() const override { return action::search; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] bool alone() const override { return false; }
  void open(State& state) override;
  void overlay(State& state, OverlaySpace& space) override;

 private:
  void body(State& state);
  void list(State& state, const std::vector<const ActionEntry*>& found);

  TypedField words_;
  int chosen_ = 0;  ///< of what was found
};

}  // namespace heteroscope
