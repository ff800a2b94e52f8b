#pragma once

#include <string>
#include <vector>

#include "core/device/device.hpp"

namespace heteroscope {

/// The card that draws the window, as its OpenGL reports it.
struct DrawingCard {
  std::string vendor;
  std::string renderer;
  std::vector<device::Uuid> uuids;  ///< of its cards (GL_EXT_memory_object); empty where OpenGL does not say

  /// The renderer's name without what it says of its making: "Mesa Intel(R) UHD Graphics 620 (KBL GT2)" is
  /// "Intel(R) UHD Graphics 620".
  [[nodiscard]] std::string name() const;
  /// The processor draws, no card does.
  [[nodiscard]] bool is_software() const;
  [[nodiscard]] bool is_nvidia() const { return vendor.starts_with("NVIDIA"); }
};

/// Asks the OpenGL whose context is current.
DrawingCard drawing_card();

}  // namespace heteroscope
