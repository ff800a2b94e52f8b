#pragma once

#include <memory>
#include <vector>

#include "app/window/model/state.hpp"
#include "app/window/picture/texture.hpp"

namespace heteroscope {

/// Draws a cover with OpenGL: the result's cells in the picture's place, and the grids beside it. Lives in the context
/// that was current when it was made.
class CoverCanvas {
 public:
  /// Throws BadInput with the driver's words if the shaders cannot be built.
  CoverCanvas();
  ~CoverCanvas();
  CoverCanvas(const CoverCanvas&) = delete;
  CoverCanvas& operator=(const CoverCanvas&) = delete;

  /// Brings what has changed to the graphics card.
  void update(State& state);
  /// Over the backdrop, into a window `window` pixels large.
  void draw(const State& state, Size window) const;

 private:
  /// Nothing is kept for a view that is closed.
  void clear(State& state);
  void empty_buffers();
  void common(const State& state, unsigned program, int most_taps, double texels_a_pixel_x,
              double texels_a_pixel_y) const;
  void draw_domain(const State& state, const CoverShow& show, Size window) const;
  void draw_grids(const State& state, const CoverShow& show, Size window) const;
  void put_timeline(State& state);
  void put_spots(const State& state, const CoverShow& show);

  unsigned domain_ = 0;
  unsigned grids_ = 0;
  unsigned vertices_ = 0;
  unsigned owner_ = 0;  // texture
  unsigned nearest_ = 0;
  unsigned pieces_ = 0;  // buffers
  unsigned spots_ = 0;
  unsigned piece_texels_ = 0;  // texture of pieces_
  Texture timeline_;
  std::shared_ptr<const TimelineShow> timeline_drawn_;
  // what they hold
  std::shared_ptr<const CoverIndex> index_;
  std::shared_ptr<const std::vector<ShownPiece>> shown_;
  GridLayout layout_;
};

}  // namespace heteroscope
