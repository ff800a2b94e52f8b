#include "app/window/widgets/thumbnail_image.hpp"

#include <bit>
#include <cstdint>

namespace heteroscope {

void thumbnail_image(const State& state, std::string_view workload, ImVec2 from, ImVec2 to) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto at = state.thumbnails.find(workload);
  if (at == state.thumbnails.end()) {
    draw.AddRectFilled(from, to, state.theme().frame, state.units(3));
    return;
  }
  // square pictures and wide ones: the middle of what is higher than the rectangle
  const float wanted = (to.x - from.x) / (to.y - from.y);
  const float share = std::min(at->second.aspect / wanted, 1.0F);
  const float tall = std::min(wanted / at->second.aspect, 1.0F);
  const ImVec2 first{(1 - tall) / 2, (1 - share) / 2};
  const auto id = std::bit_cast<ImTextureID>(std::uintptr_t{at->second.texture});
  draw.AddImageRounded(id, from, to, first, {1 - first.x, 1 - first.y}, IM_COL32_WHITE, state.units(3));
}

}  // namespace heteroscope
