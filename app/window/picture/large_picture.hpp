#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/window/picture/canvas.hpp"
#include "app/window/picture/sample_view.hpp"
#include "app/window/picture/sampler.hpp"
#include "app/window/picture/texture.hpp"

namespace heteroscope {

/// A picture that is larger than a texture: what the view shows of it is sampled anew when the view leaves the last
/// sample, or comes closer or goes farther; until that is there, the last one stands where it belongs, over a sample of
/// the whole picture.
class LargePicture {
 public:
  /// What should be seen, and where the picture stands in the area.
  struct Wanted {
    std::shared_ptr<const Frame> frame;
    Role role = Role::result;
    Placement place;
    Size area;
    bool coarse = false;
  };
  /// Colors a sample into a texture; returns the time in ms. May throw DeviceError.
  using Present = std::function<double(const Sampled&, Texture&)>;
  struct Arrived {
    Sampled sampled;
    double ms = 0;  ///< for the sample and its display
  };

  /// Shows a sample that has come meanwhile, which it returns, and orders the next one. A sample that could not be made
  /// comes with its error, once; the frame's next one is not ordered then.
  std::optional<Arrived> update(const Wanted& wanted, const Present& present);
  /// Shows the samples that are there anew: in other colors, say. Throws what `present` throws.
  void present_again(const Present& present);
  /// Forgets what is shown; the textures stay, since a presenter may know them.
  void clear();

  /// No more samples of that frame.
  void give_up(std::shared_ptr<const Frame> frame) { failed_ = std::move(frame); }
  /// Some of that picture is shown.
  [[nodiscard]] bool shows(const Frame& frame, Role role) const;

  /// The samples' sheets, the lowest first. `picture` says where the whole picture stands; its texture and share are
  /// set here, and its sampling where an element is more than a cell.
  void add_sheets(const Sheet& picture, Size field, std::vector<Sheet>& sheets) const;
  /// The view's sample of the frame that was wanted last is shown, or cannot be made.
  [[nodiscard]] bool current() const { return current_; }

 private:
  struct Part {
    std::optional<Sampled> sampled;
    Texture texture;
  };
  [[nodiscard]] static bool same_picture(const std::optional<Sampled>& sampled, const Wanted& wanted);
  double show(Sampled sampled, const Present& present);
  void order(const Wanted& wanted);

  Sampler sampler_;
  std::array<Part, 2> parts_;
  std::size_t detail_ = 0;  ///< the part of the view; the other one, where it has a sample, is of the whole picture
  std::shared_ptr<const Frame> failed_;
  bool current_ = false;
};

}  // namespace heteroscope
