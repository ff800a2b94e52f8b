#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/features/keys/action_search.hpp"
#include "app/window/widgets/typed_field.hpp"

namespace heteroscope {

/// The search for actions, settings and their choices, workloads, views and lessons by their words.
class SearchFeature final : public OpenedFeature {
 public:
  /// `offers` adds the features' offers other than actions.
  explicit SearchFeature(std::function<void(const Window&, std::vector<Offer>&)> offers) : offers_(std::move(offers)) {}

  [[nodiscard]] Action opened_by() const override { return action::search; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::learn; }
  [[nodiscard]] bool alone() const override { return false; }
  void open(const Window& window) override;
  void overlay(const Window& window, OverlaySpace& space) override;

 private:
  void body(const Window& window);
  void list(const Window& window, const std::vector<const Offer*>& found);

  std::function<void(const Window&, std::vector<Offer>&)> offers_;
  std::vector<Offer> all_;  ///< all offers, as they were when the search was opened
  TypedField words_;
  int chosen_ = 0;  ///< place among the offers that were found
};

}  // namespace heteroscope
