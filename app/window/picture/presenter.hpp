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

  /// Colors the field into the texture, which takes the field's size. The field must fit into a texture (see
  /// fits_texture); of a larger one the caller gives a sample. Returns the display stage's time in ms, measured the
  /// same for every way: steady clock, from an idle OpenGL to the moment at which the texture is complete (glFinish).
  /// Throws DeviceError.
  double present(const Field& field, const ColorMap& map, Texture& texture);

 protected:
  virtual void fill(const Field& field, const ColorMap& map, Texture& texture) = 0;
};

/// CUDA refuses an object of the window's OpenGL, and so will refuse all. The message is a sentence for a person.
struct InteropRefused : DeviceError {
  using DeviceError::DeviceError;
};

/// Whether results can reach the screen without passing through the host.
struct InteropStatus {
  std::string refusal;       ///< why they cannot, as a sentence; empty if they can
  std::string oddity;        ///< the id of the row of oddities that says so; empty if there is none
  bool offers_card = false;  ///< the window can be reopened, drawn by the NVIDIA card
  DrawingCard drawing;
};
/// Returns that, by the table of oddities: compares the card that draws with the GPU that computes, and then asks CUDA
/// about OpenGL. The context must be current.
InteropStatus interop_status();

/// Makes a presenter without asking CUDA: if CUDA refuses the window's OpenGL, the first present() throws
/// InteropRefused. A program that was built without CUDA throws DeviceError here.
std::unique_ptr<Presenter> make_presenter(DisplayWay way);

/// Returns the sentence for an object that CUDA has refused to register.
std::string refusal_of_object(int error, const std::string& words);

/// Asks CUDA about the two ways that avoid the host: presenter_interop.cpp in a CUDA build, presenter_none.cpp
/// elsewhere.
InteropAnswer ask_interop();
/// Makes a presenter that throws InteropRefused if CUDA refuses an object.
std::unique_ptr<Presenter> make_interop_presenter(DisplayWay way);

}  // namespace heteroscope
