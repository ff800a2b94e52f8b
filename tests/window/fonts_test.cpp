#include "app/window/look/fonts.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <array>
#include <fstream>
#include <iterator>
#include <string>

#include "app/window/look/imgui_versions.hpp"

namespace heteroscope {
namespace {

bool has_letter(ImFont& font, ImWchar letter) {
#if IMGUI_VERSION_NUM < 19200
  return font.FindGlyphNoFallback(letter) != nullptr;
#else
  return font.IsGlyphInFont(letter);
#endif
}

TEST(Fonts, AreLoadedWithTheirSizesAndLetters) {
  ImGuiContext* const context = ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  const Fonts fonts = load_fonts(2);
#if IMGUI_VERSION_NUM < 19200
  ImGui::GetIO().Fonts->Build();
#endif
  EXPECT_EQ(loaded_size(*fonts.text), 30);
  EXPECT_EQ(loaded_size(*fonts.strong), 30);
  EXPECT_EQ(loaded_size(*fonts.small), 26);
  EXPECT_EQ(loaded_size(*fonts.code), 26);
  EXPECT_EQ(loaded_size(*fonts.large), 92);
  for (ImFont* const font : {fonts.text, fonts.strong, fonts.small, fonts.code}) {
    for (const ImWchar letter : std::array<ImWchar, 6>{0x41, 0xe9, 0x2026, 0x2212, 0x3b1, 0x2264}) {
      EXPECT_TRUE(has_letter(*font, letter)) << letter;
    }
  }
  ImGui::DestroyContext(context);
}

TEST(Fonts, ArePartOfTheProgramWhichLooksForNoFontFiles) {
  std::ifstream file(HETEROSCOPE_PROGRAM, std::ios::binary);
  const std::string program{std::istreambuf_iterator<char>(file), {}};
  ASSERT_GT(program.size(), 1'000'000U);
  EXPECT_EQ(program.find("/usr/share/fonts"), std::string::npos);
  // the names that the faces bring along, in the TrueType file's own encoding
  for (const std::string face : {"Roboto-Regular", "Roboto-Medium", "DejaVuSansMono"}) {
    std::string name;
    for (const char letter : face) name += {'\0', letter};
    EXPECT_NE(program.find(name), std::string::npos) << face;
  }
}

}  // namespace
}  // namespace heteroscope
