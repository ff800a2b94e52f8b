#include "app/window/widgets/thumbnail_image.hpp"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cstdint>

#include "app/window/look/imgui_versions.hpp"

namespace heteroscope {

void thumbnail_image(const Ui& ui, const ThumbnailIds& all, std::string_view which, ImVec2 from, ImVec2 to) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto at = all.find(which);
  if (at == all.end()) {
    draw.AddRectFilled(from, to, ui.theme().frame, ui.units(3));
    return;
  }
  // of a picture that is higher than the rectangle the middle is shown
  const float wanted = (to.x - from.x) / (to.y - from.y);
  const float down = std::min(at->second.aspect / wanted, 1.0F);
  const float across = std::min(wanted / at->second.aspect, 1.0F);
  const ImVec2 first{(1 - across) / 2, (1 - down) / 2};
  const auto id = std::bit_cast<ImTextureID>(std::uintptr_t{at->second.texture});
  draw.AddImageRounded(id, from, to, first, {1 - first.x, 1 - first.y}, IM_COL32_WHITE, ui.units(3));
}

bool thumbnail_line(const Ui& ui, const ThumbnailIds& all, std::string_view which, std::string_view name,
                    std::string_view about, bool selected) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float pad = ui.units(3);
  const float picture = ui.units(64);
  const float left = from.x + picture + ui.units(10);
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  const float wrap = std::max(right - left, ui.units(60));
  const float line = ImGui::GetTextLineHeight();
  ImFont& small = *ui.fonts.small;
  const float size = loaded_size(small) * ImGui::GetIO().FontGlobalScale;
  const float words = small.CalcTextSizeA(size, FLT_MAX, wrap, about.data(), about.data() + about.size()).y;
  const float height = std::max(ui.units(46), line + words + ui.units(6));
  ImGui::PushID(name.data(), name.data() + name.size());
  const bool chosen = ImGui::Selectable("##line", selected, 0, {0, height});
  ImGui::PopID();
  thumbnail_image(ui, all, which, {from.x + pad, from.y + pad}, {from.x + picture, from.y + ui.units(46) - pad});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddText({left, from.y + ui.units(2)}, ui.theme().text, name.data(), name.data() + name.size());
  draw.AddText(&small, size, {left, from.y + line + ui.units(2)}, ui.theme().dim, about.data(),
               about.data() + about.size(), wrap);
  return chosen;
}

}  // namespace heteroscope
