#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/window/model/window.hpp"
#include "app/window/picture/canvas.hpp"
#include "app/window/picture/large_picture.hpp"
#include "app/window/picture/pictures.hpp"
#include "app/window/picture/presenter.hpp"
#include "app/window/picture/scope_canvas.hpp"
#include "app/window/picture/texture.hpp"
#include "core/base/failure.hpp"

namespace heteroscope {

/// Brings frames to the screen: colors them into textures when something changed, and draws those where the view is.
class Screen {
 public:
  Screen();

  /// Takes the newest frame, the look, the display way and the comparison as they are now.
  void update(Ui& ui, WindowModel& model, FrameView& view);
  void draw(const Window& window, Size framebuffer) const;
  /// Returns whether the newest frame and the picture that it is compared with are completely shown.
  [[nodiscard]] bool settled() const { return settled_; }

 private:
  struct Shown {
    double ms = 0;
    DisplayWay way = DisplayWay::host_copy;
    std::uint64_t begin_ns = 0;  ///< start of the display stage, by the steady clock
    std::uint64_t end_ns = 0;
  };
  void show(Ui& ui, WindowModel& model, FrameView& view, const std::shared_ptr<const Frame>& frame);
  /// Shows a large picture. `anew`: in other colors, or by another way.
  void show_large(Ui& ui, WindowModel& model, FrameView& view, const std::shared_ptr<const Frame>& frame, bool anew);
  /// Colors the frame's picture, or a sample of it, into a texture by the chosen way. Throws DeviceError.
  Shown present(const Window& window, const Frame& frame, const Field& field, Texture& texture);
  void note(Ui& ui, WindowModel& model, FrameView& view, const std::shared_ptr<const Frame>& frame, bool coarse,
            const Shown& shown);
  void drop_presenter();
  void fail(Ui& ui, WindowModel& model, FrameView& view, const std::shared_ptr<const Frame>& frame,
            const Failure& failure);
  void show_other(const Window& window);
  void show_diff(const WindowModel& model, const FrameView& view);
  void show_mean(const WindowModel& model, const FrameView& view);
  Presenter& presenter(DisplayWay way);
  [[nodiscard]] std::vector<Sheet> picture_sheets(const Window& window) const;
  [[nodiscard]] std::vector<Sheet> other_sheets(const Window& window, Pane pane) const;
  void add_other(const Window& window, std::vector<Sheet>& sheets) const;

  Canvas canvas_;
  ScopeCanvas scope_;
  Texture picture_;
  Texture other_;
  Texture diff_;
  Texture mean_;
  LargePicture large_;
  LargePicture other_large_;
  bool is_large_ = false;        // the shown picture is in large_, not in picture_
  bool other_is_large_ = false;  // likewise
  bool other_is_settled_ = true;
  bool settled_ = true;
  int diff_step_ = 1;
  std::shared_ptr<const Frame> diff_of_;
  std::optional<CompareKey> diff_key_;
  std::shared_ptr<const MeanPicture> mean_of_;  // null: mean_ has nothing that is shown
  std::shared_ptr<const Frame> other_of_;
  std::shared_ptr<const Frame> other_map_of_;
  Role other_role_ = Role::result;
  Look other_look_;
  Look look_;
  bool painting_ = false;                // while the picture was shown
  std::optional<DisplayWay> shown_for_;  // the way that was chosen when the picture was shown
  std::optional<DisplayWay> way_;
  std::string refused_;  // CUDA's refusal to show the picture, as a sentence; empty: none
  // after the textures, so that they unregister first
  std::unique_ptr<Presenter> presenter_;
  std::unique_ptr<Presenter> host_;
};

}  // namespace heteroscope
