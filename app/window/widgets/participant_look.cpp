#include "app/window/widgets/participant_look.hpp"

#include <array>
#include <cstddef>

#include "core/device/device.hpp"

namespace heteroscope {

std::string label_of(const Participant& participant) {
  return participant.is_gpu_here() && device::all().size() == 1 ? "GPU" : name_of(participant);
}

ImU32 color_of(const Theme& theme, const Participant& participant) {
  constexpr std::array shades{1.0F, 0.72F, 0.86F, 0.6F};
  const ImU32 color = theme.of(participant.processor);
  if (!participant.is_gpu()) return color;
  ImVec4 out = ImGui::ColorConvertU32ToFloat4(color);
  const float shade = shades[static_cast<std::size_t>(participant.device) % shades.size()];
  out.x *= shade;
  out.y *= shade;
  out.z *= shade;
  return ImGui::ColorConvertFloat4ToU32(out);
}

}  // namespace heteroscope
