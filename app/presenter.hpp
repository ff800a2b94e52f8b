#pragma once

#include <memory>
#include <string>

#include "app/window/picture/texture.hpp"
#include "core/color/color_map.hpp"
#include "core/memory/field.hpp"
#include "core/model/types.hpp"

namespace heteroscope {

/// How a finished picture becomes a texture.
enum class DisplayWay { interop_texture, interop_pbo, host_copy };
template <>
inline constexpr std::array<IdTable<DisplayWay>, 3> ids<DisplayWay>{{{DisplayWay::interop_texture, "interop_texture"},
                                                                     {DisplayWay::interop_pbo, "interop_pbo"},
                                                                     {DisplayWay::host_copy, "host_copy"}}};

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

/// Why the way cannot be used with the window's OpenGL; empty if it can. The context must be current.
std::string refusal_of(DisplayWay way);

/// Throws DeviceError with the reason where the way cannot be used.
std::unique_ptr<Presenter> make_presenter(DisplayWay way);

/// The two ways that never pass through the host: presenter_interop.cpp in a CUDA build, presenter_none.cpp elsewhere.
std::string interop_refusal();
std::unique_ptr<Presenter> make_interop_presenter(DisplayWay way);

}  // namespace heteroscope
