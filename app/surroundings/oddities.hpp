#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/surroundings/drawing_card.hpp"
#include "app/surroundings/surroundings.hpp"
#include "core/device/device.hpp"

namespace heteroscope {

/// CUDA's answer about the window's OpenGL.
struct InteropAnswer {
  int error = 0;             ///< cudaError_t
  std::string words;         ///< CUDA's own for that
  bool names_first = false;  ///< the first GPU draws the window
};

/// All from which it follows what is odd. What has not been asked is left out.
struct Circumstances {
  device::Devices gpus;
  Surroundings around;
  std::optional<DrawingCard> drawing;    ///< none: there is no window
  std::optional<InteropAnswer> interop;  ///< none: CUDA was not asked
};

/// Something about the machine that keeps the program from working as it would elsewhere, though it does work.
struct Oddity {
  std::string_view id;
  std::string line;          ///< one sentence without its stop
  bool by_host = false;      ///< results come to the screen by way of the host
  bool offers_card = false;  ///< the window can be opened anew, drawn by the NVIDIA card
};

/// Every row of the table that fits, in the table's order. Pure: nothing is asked here.
std::vector<Oddity> oddities_of(const Circumstances& all);
/// The first of them for which results come to the screen by way of the host; none where CUDA and OpenGL share
/// pictures.
std::optional<Oddity> why_by_host(const Circumstances& all);

/// Why no window opens, in one line: `words` are GLFW's own, empty if it has none.
enum class WindowStep { display, opengl };
std::string refusal_of_window(WindowStep failed, const Surroundings& around, const std::string& words);

}  // namespace heteroscope
