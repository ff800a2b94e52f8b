#pragma once

#include <string>
#include <string_view>

#include "app/options/locations/location.hpp"

/// The formats of other programs' locations. Each function throws BadInput with a line without the file's name.
namespace heteroscope {

/// Kalles Fraktaler's lines "Re: …", "Im: …", "Zoom: …", "RotateAngle: …": what is seen is 4 / Zoom high.
bool is_kalles(std::string_view text);
Location parse_kalles(std::string_view text);

/// Fraktaler-3's TOML: location.real, location.imag, location.zoom; what is seen is 4 / zoom high. Rows are turned by
/// transform.rotate from the real axis toward the imaginary one, or the other way where the view is mirrored.
bool is_fraktaler(std::string_view text);
Location parse_fraktaler(std::string_view text);

/// XaoS' position, a list of commands in parentheses: (view RE IM WIDTH HEIGHT), all of which is seen. (angle DEGREES)
/// turns the plane under the picture; rows are turned the other way.
bool is_xaos(std::string_view text);
Location parse_xaos(std::string_view text);

/// A number of any size. Throws BadInput that names it.
Decimal location_number(std::string_view what, std::string_view text);
/// An angle in degrees, from above −180 to 180. Throws BadInput for one that no double holds.
double location_angle(std::string_view what, std::string_view text);
/// 4 / zoom, to a double's digits. Throws BadInput where the zoom is not positive.
Decimal height_of_zoom(std::string_view what, std::string_view text);
/// Throws BadInput: "a fractal of another formula (power 3), not z² + c".
[[noreturn]] void refuse_formula(const std::string& which);

}  // namespace heteroscope
