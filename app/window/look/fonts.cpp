#include "app/window/look/fonts.hpp"

#include <imgui.h>

#include <array>
#include <cmath>
#include <span>

#include "embedded/DejaVuSansMono_ttf.hpp"
#include "embedded/Roboto_Medium_ttf.hpp"
#include "embedded/Roboto_Regular_ttf.hpp"

namespace heteroscope {
namespace {

/// Latin, the punctuation that the panels use, arrows and mathematical signs.
constexpr std::array<ImWchar, 13> glyphs{0x0020, 0x024f, 0x0370, 0x03ff, 0x2010, 0x2044, 0x2070,
                                         0x209f, 0x2190, 0x21ff, 0x2200, 0x22ff, 0};

constexpr std::array<ImWchar, 3> few_glyphs{0x0020, 0x00ff, 0};

ImFont* add(ImFontAtlas& atlas, std::span<const unsigned char> file, float pixels,
            const ImWchar* wanted = glyphs.data()) {
  ImFontConfig config;
  config.OversampleH = 2;
  config.OversampleV = 1;
  config.FontDataOwnedByAtlas = false;
  // ImGui takes a font that it does not own as `void*`, too, and only reads it.
  return atlas.AddFontFromMemoryTTF(const_cast<unsigned char*>(file.data()), static_cast<int>(file.size()),
                                    std::round(pixels), &config, wanted);
}

}  // namespace

Fonts load_fonts(float scale) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  Fonts out;
  out.text = add(atlas, embedded::Roboto_Regular_ttf(), 15 * scale);
  out.strong = add(atlas, embedded::Roboto_Medium_ttf(), 15 * scale);
  out.small = add(atlas, embedded::Roboto_Regular_ttf(), 13 * scale);
  out.code = add(atlas, embedded::DejaVuSansMono_ttf(), 13 * scale);
  out.large = add(atlas, embedded::Roboto_Medium_ttf(), 46 * scale, few_glyphs.data());
  return out;
}

}  // namespace heteroscope
