#include "app/window/look/fonts.hpp"

#include <imgui.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <string>

namespace heteroscope {
namespace {

/// Where distributions keep the two families: folder, regular face, face of medium weight.
struct Family {
  const char* folder;
  const char* regular;
  const char* medium;
};
constexpr std::array families{
    Family{"/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF", "Roboto-Regular.ttf", "Roboto-Medium.ttf"},
    Family{"/usr/share/fonts/truetype/roboto/hinted", "Roboto-Regular.ttf", "Roboto-Medium.ttf"},
    Family{"/usr/share/fonts/google-roboto", "Roboto-Regular.ttf", "Roboto-Medium.ttf"},
    Family{"/usr/share/fonts/TTF", "Roboto-Regular.ttf", "Roboto-Medium.ttf"},
    Family{"/usr/share/fonts/truetype/dejavu", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"},
    Family{"/usr/share/fonts/dejavu-sans-fonts", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"},
    Family{"/usr/share/fonts/TTF", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"},
};

bool readable(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

/// Latin, the punctuation that the panels use, arrows and mathematical signs.
constexpr std::array<ImWchar, 13> glyphs{0x0020, 0x024f, 0x0370, 0x03ff, 0x2010, 0x2044, 0x2070,
                                         0x209f, 0x2190, 0x21ff, 0x2200, 0x22ff, 0};

constexpr std::array<ImWchar, 3> few_glyphs{0x0020, 0x00ff, 0};

ImFont* add(ImFontAtlas& atlas, const std::string& path, float pixels, const ImWchar* wanted = glyphs.data()) {
  ImFontConfig config;
  config.OversampleH = 2;
  config.OversampleV = 1;
  return atlas.AddFontFromFileTTF(path.c_str(), std::round(pixels), &config, wanted);
}

}  // namespace

Fonts load_fonts(float scale) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  for (const Family& family : families) {
    const std::filesystem::path regular = std::filesystem::path(family.folder) / family.regular;
    if (!readable(regular)) continue;
    const std::filesystem::path medium = std::filesystem::path(family.folder) / family.medium;
    Fonts out;
    out.text = add(atlas, regular.string(), 15 * scale);
    out.strong = add(atlas, (readable(medium) ? medium : regular).string(), 15 * scale);
    out.small = add(atlas, regular.string(), 13 * scale);
    out.large = add(atlas, (readable(medium) ? medium : regular).string(), 46 * scale, few_glyphs.data());
    return out;
  }
  ImFontConfig config;
  config.SizePixels = std::round(13 * scale);
  ImFont* own = atlas.AddFontDefault(&config);
  config.SizePixels = std::round(39 * scale);
  return {own, own, own, atlas.AddFontDefault(&config)};
}

}  // namespace heteroscope
