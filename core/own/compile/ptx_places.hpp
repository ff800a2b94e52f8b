#pragma once

#include <string>
#include <string_view>

namespace heteroscope {

/// Returns NVRTC's log with the places that the assembler ptxas names, which are lines of `ptx`, as places in the
/// sources: "ptxas application ptx input, line 31; error   : …" becomes "/home/me/my.cu:5: error: …". Of a header's
/// function that was inlined, it is the line of `unit`, the person's file, that has called it. Without a place in
/// `ptx`, "ptxas error   : …" is left. Other lines stay.
std::string with_places_of_ptx(std::string_view log, std::string_view ptx, std::string_view unit);

}  // namespace heteroscope
