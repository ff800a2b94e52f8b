#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <utility>

#include "app/window/feature/feature.hpp"
#include "app/window/features/views/view_pictures.hpp"
#include "app/window/model/views/own_view.hpp"

namespace heteroscope {

/// The text of a view's name while it is typed.
using TypedViewName = std::array<char, longest_view_name + 1>;

/// A view that is being renamed.
struct RenamedView {
  std::size_t view = 0;
  TypedViewName name{};
  bool begun = false;  ///< its field has the keyboard
};

/// The list of the kept views of the workload beside the picture: to go to them, to rename, order and remove them, and
/// to copy, export and import.
class ViewsFeature final : public OpenedFeature {
 public:
  /// Begins without any view. `pictures`: the folder of the views' small pictures; empty: none are kept.
  ViewsFeature(std::filesystem::path pictures, Catalog catalog)
      : kept_{OwnViews({}, catalog), {}}, pictures_(kept_, std::move(pictures)) {}

  [[nodiscard]] Action opened_by() const override { return action::toggle_views; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::view; }
  void before_engine(const Window& window) override { pictures_.update(window); }
  [[nodiscard]] Activity activity(const Window& /*window*/) const override { return {.busy = pictures_.busy()}; }
  void open(const Window& window) override;
  void close() override;
  void overlay(const Window& window, OverlaySpace& space) override;
  void offer(const Window& window, std::vector<Offer>& to) override;
  void leave_workload() override { renamed_.reset(); }
  [[nodiscard]] KeptViews& kept() { return kept_; }

 private:
  void body(const Window& window, float height);
  void heading(Ui& ui);
  void keep_row(Ui& ui, WindowModel& model);
  float list(Ui& ui, WindowModel& model, float height);
  void entry(Ui& ui, WindowModel& model, std::size_t i);
  /// Draws the buttons beside an entry, in two lines.
  void entry_buttons(Ui& ui, std::size_t i, float width);
  void name_field(Ui& ui, float width);
  void hand_on(const Window& window);

  KeptViews kept_;
  ViewPictures pictures_;
  TypedViewName name_{};
  bool asks_for_name_ = false;  ///< the field gets the keyboard
  std::optional<RenamedView> renamed_;
  float around_ = 0;  ///< the height of everything but the list, in the last frame
};

}  // namespace heteroscope
