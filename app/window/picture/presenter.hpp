#pragma once

#include <memory>
#include <string>

#include "app/surroundings/oddities.hpp"
#include "app/window/model/ui/display_way.hpp"
#include "app/window/picture/texture.hpp"
#include "core/base/error.hpp"
#include "core/color/color_map.hpp"
#include "core/memory/field.hpp"

namespace heteroscope {

/// Colors fields and hands them to OpenGL. Made, used and destroyed with the window's context current, and destroyed
/// before the textures that it filled.
class Presenter {
 public:
  Presenter() = default;
  virtual ~Presenter() = default;
  Presenter(const Presenter&) = delete;
  Presenter& operator=(const Presenter&) = delete;

  /// Colors the field into the texture, which takes the field's size; of one that fits no texture (see fits_texture) a
  /// sample must be given. Returns the display stage's time in ms, measured the same for every way: steady clock, from
  /// an idle OpenGL to the moment at which the texture is complete (glFinish). Throws DeviceError.
  double present(const Field& field, const ColorMap& map, Texture& texture);

 protected:
  virtual void fill(const Field& field, const ColorMap& map, Texture& texture) = 0;
};

/// CUDA refuses an object of the window's OpenGL: it will refuse all. The message is the sentence for that.
struct InteropRefused : DeviceError {
  using DeviceError::DeviceError;
};

/// How results can come to the window's screen without passing through the host.
struct InteropStatus {
  std::string refusal;       ///< why they cannot: one sentence; empty if they can
  std::string oddity;        ///< the id of the row that says so; empty where it is no oddity
  bool offers_card = false;  ///< the window can be opened anew, drawn by the NVIDIA card
  DrawingCard drawing;
};
/// Compares the card that draws with the GPU that computes before CUDA is asked about OpenGL, as the table of oddities
/// has it. The context must be current.
InteropStatus interop_status();

/// Asks CUDA nothing: where it refuses the window's OpenGL, the first present() throws InteropRefused. A program that
/// was built without CUDA throws DeviceError here.
std::unique_ptr<Presenter> make_presenter(DisplayWay way);

/// The sentence for an object that CUDA has refused to register.
std::string refusal_of_object(int error, const std::string& words);

/// The two ways that never pass through the host: presenter_interop.cpp in a CUDA build, presenter_none.cpp elsewhere.
InteropAnswer ask_interop();
/// Its presenters throw InteropRefused where CUDA refuses an object.
std::unique_ptr<Presenter> make_interop_presenter(DisplayWay way);

}  // namespace heteroscope
