#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/window/feature/single_task.hpp"
#include "app/window/picture/canvas.hpp"
#include "app/window/picture/pictures.hpp"
#include "app/window/picture/sample_view.hpp"
#include "app/window/picture/texture.hpp"
#include "core/memory/buffer.hpp"
#include "core/summary/sample.hpp"

namespace heteroscope {

/// A part of one of a frame's pictures.
struct SampleOrder {
  std::shared_ptr<const Frame> frame;
  Role role = Role::result;
  SampleGrid grid;
  bool coarse = false;  ///< the frame is a preview
};

struct Sampled {
  SampleOrder order;
  Field field;
  double ms = 0;
  std::string error;  ///< one line; then there is no field
};

/// Samples pictures on a thread of its own, since sampling a large picture on the host takes longer than a frame of the
/// window.
class Sampler {
 public:
  /// Starts a sample; does nothing while one is being made.
  void start(const SampleOrder& order);
  /// Returns the finished sample, once.
  std::optional<Sampled> take() { return task_.take(); }

 private:
  BufferPool pool_;
  SingleTask<Sampled> task_;  // last: it takes buffers from the pool
};

/// A picture that is larger than a texture. The visible part is sampled again when the view leaves the last sample or
/// is zoomed; until the new sample is there, the last one is drawn at its place, over a sample of the whole picture.
class LargePicture {
 public:
  /// The picture that should be shown and its place in the area.
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
    double ms = 0;  ///< the time for the sample and its display
  };

  /// Shows and returns a sample that is finished, and orders the next one. A sample that failed is returned once, with
  /// its error; the frame's next one is then not ordered.
  std::optional<Arrived> update(const Wanted& wanted, const Present& present);
  /// Shows the present samples again, for example in other colors. Throws what `present` throws.
  void present_again(const Present& present);
  /// Forgets what is shown; the textures stay, since a presenter may know them.
  void clear();

  /// Stops sampling that frame.
  void give_up(std::shared_ptr<const Frame> frame) { failed_ = std::move(frame); }
  /// Returns whether some part of that picture is shown.
  [[nodiscard]] bool shows(const Frame& frame, Role role) const;

  /// Adds the samples' sheets, the lowest first. `picture` has the place of the whole picture; its texture and share
  /// are set here, and its sampling where an element is more than a cell.
  void add_sheets(const Sheet& picture, Size field, std::vector<Sheet>& sheets) const;
  /// Returns whether the view's sample of the last wanted frame is shown, or cannot be made.
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
  std::size_t detail_ =
      0;  ///< index of the sample of the visible part; the other one, if there is one, is of the whole picture
  std::shared_ptr<const Frame> failed_;
  bool current_ = false;
};

}  // namespace heteroscope
