#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "app/window/feature/layer.hpp"
#include "app/window/model/views/own_view.hpp"

namespace heteroscope {

/// A view's name while it is typed.
using TypedViewName = std::array<char, longest_view_name + 1>;

/// A view that gets another name.
struct RenamedView {
  std::size_t view = 0;
  TypedViewName name{};
  bool begun = false;  ///< its field has the keyboard
};

/// The views that a person has kept of the workload, beside the picture: to go to, to name, to order and to remove, and
/// to hand on.
class ViewsLayer final : public OpenedLayer {
 public:
  [[nodiscard]] Action opened_by() const override { return Action::toggle_views; }
  void open(State& state) override;
  void close() override;
  void draw(State& state, LayerSpace& space) override;
  void leave_workload() override { renamed_.reset(); }

 private:
  void body(State& state, float height);
  void heading(State& state);
  void keep_row(State& state);
  float list(State& state, float height);
  void entry(State& state, std::size_t i);
  /// Beside an entry, in two lines.
  void entry_buttons(State& state, std::size_t i, float width);
  void name_field(State& state, float width);
  void hand_on(State& state);

  TypedViewName name_{};
  bool asks_for_name_ = false;  ///< the field gets the keyboard
  std::optional<RenamedView> renamed_;
  float around_ = 0;  ///< the height of all but the list, as it was last
};

}  // namespace heteroscope
