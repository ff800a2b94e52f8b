#pragma once

#include <memory>
#include <vector>

#include "app/window/model/window.hpp"
#include "app/window/picture/texture.hpp"

namespace heteroscope {

/// Draws a block mapping with OpenGL: the result's cells in the picture's place, and the grids beside it. Belongs to
/// the context that was current when it was made.
class ScopeCanvas {
 public:
  /// Throws BadInput with the driver's words if the shaders cannot be built.
  ScopeCanvas();
  ~ScopeCanvas();
  ScopeCanvas(const ScopeCanvas&) = delete;
  ScopeCanvas& operator=(const ScopeCanvas&) = delete;

  /// Uploads changed parts to the graphics card.
  void update(WindowModel& model);
  /// Draws over the backdrop, into a framebuffer of that size.
  void draw(const Window& window, Size framebuffer) const;

 private:
  /// Releases everything when the scope is closed.
  void clear(WindowModel& model);
  void empty_buffers();
  void common(const Ui& ui, const WindowModel& model, unsigned program, int most_taps, double texels_a_pixel_x,
              double texels_a_pixel_y) const;
  void draw_domain(const Window& window, const ScopeShow& show, Size framebuffer) const;
  void draw_grids(const Window& window, const ScopeShow& show, Size framebuffer) const;
  void put_timeline(WindowModel& model);
  void put_spots(const WindowModel& model, const ScopeShow& show);

  unsigned domain_ = 0;
  unsigned grids_ = 0;
  unsigned vertices_ = 0;
  unsigned owner_ = 0;  // texture
  unsigned nearest_ = 0;
  unsigned spans_ = 0;  // buffers
  unsigned spots_ = 0;
  unsigned span_texels_ = 0;  // texture of spans_
  Texture timeline_;
  std::shared_ptr<const TimelineShow> timeline_drawn_;
  // the contents of these
  std::shared_ptr<const MappingIndex> index_;
  std::shared_ptr<const std::vector<ShownSpan>> shown_;
  GridLayout layout_;
};

}  // namespace heteroscope
