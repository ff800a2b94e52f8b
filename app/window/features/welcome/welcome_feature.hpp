#pragma once

#include "app/window/feature/feature.hpp"
#include "app/window/picture/thumbnails.hpp"

namespace heteroscope {

/// The start page, with four doors, each with a picture; shown at the start until one is chosen or it is closed.
class WelcomeFeature final : public OpenedFeature {
 public:
  explicit WelcomeFeature(Catalog catalog) : thumbnails_(catalog) {}

  [[nodiscard]] Action opened_by() const override { return action::welcome; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::learn; }
  [[nodiscard]] bool alone() const override { return false; }
  void open(const Window& window) override;
  void overlay(const Window& window, OverlaySpace& space) override;
  /// Makes the workloads' small pictures once they are to be shown.
  void before_engine(const Window& window) override;
  [[nodiscard]] Activity activity(const Window& /*window*/) const override { return {.busy = thumbnails_.busy()}; }

  /// Returns the workloads' small pictures that have been made, and starts making the others.
  [[nodiscard]] const ThumbnailIds& thumbnails() {
    wants_thumbnails_ = true;
    return thumbnails_.all();
  }

 private:
  bool was_open_ = false;
  bool wants_thumbnails_ = false;
  Thumbnails thumbnails_;
};

}  // namespace heteroscope
