#include "app/window/shell/key_layout.hpp"

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>

#include "tests/window/all_features.hpp"

namespace heteroscope {
namespace {

/// What each key types without Shift, row by row from the one with the digits; ' ' is a dead key. The keys in GLFW's
/// numbers are the characters of the American one.
struct Layout {
  const char* name;
  std::array<std::u32string_view, 4> rows;
};

constexpr std::array<std::string_view, 4> american{"`1234567890-=", "QWERTYUIOP[]", "ASDFGHJKL;'\\", "ZXCVBNM,./"};

constexpr std::array layouts{
    Layout{"us", {U"`1234567890-=", U"qwertyuiop[]", U"asdfghjkl;'\\", U"zxcvbnm,./"}},
    Layout{"de", {U" 1234567890ß ", U"qwertzuiopü+", U"asdfghjklöä#", U"yxcvbnm,.-"}},
    Layout{"fr", {U"²&é\"'(-è_çà)=", U"azertyuiop $", U"qsdfghjklmù*", U"wxcvbn,;:!"}},
    Layout{"dvorak", {U"`1234567890[]", U"',.pyfgcrl/=", U"aoeuidhtns-\\", U";qjkxbmwvz"}},
    Layout{"colemak", {U"`1234567890-=", U"qwfpgjluy;[]", U"arstdhneio'\\", U"zxcvbkm,./"}},
    Layout{"bépo", {U"$\"«»()@+-/*=%", U"bépoè vdljzw", U"auie,ctsrnmç", U"àyx.k'qghf"}},
    Layout{"ru", {U"ё1234567890-=", U"йцукенгшщзхъ", U"фывапролджэ\\", U"ячсмитьбю."}},
};

std::string utf8(char32_t character) {
  if (character < 0x80) return {static_cast<char>(character)};
  return {static_cast<char>(0xC0 | (character >> 6)), static_cast<char>(0x80 | (character & 0x3F))};
}

KeyNames names_of(const Layout& layout) {
  KeyNames out;
  for (std::size_t row = 0; row < american.size(); ++row) {
    for (std::size_t i = 0; i < american[row].size(); ++i) {
      if (layout.rows[row][i] != U' ') out[american[row][i]] = utf8(layout.rows[row][i]);
    }
  }
  return out;
}

const Layout& layout_of(std::string_view name) {
  return *std::ranges::find(layouts, name, [](const Layout& each) { return std::string_view(each.name); });
}

/// The key by where it lies, and what it is looked up by.
int key_pressed_by_layout(std::string_view layout, char american_key) {
  return key_by_layout(american_key, names_of(layout_of(layout)));
}

TEST(KeyLayout, AnAsciiCharacterCountsAndNeverTheAmericanOne) {
  for (const Layout& layout : layouts) {
    const KeyNames names = names_of(layout);
    for (const auto& [key, name] : names) {
      if (name.size() != 1) continue;
      EXPECT_EQ(key_by_layout(key, names), std::toupper(static_cast<unsigned char>(name.front())))
          << layout.name << ", key " << static_cast<char>(key);
    }
  }
}

TEST(KeyLayout, EachLetterHasOneKey) {
  for (const Layout& layout : layouts) {
    const KeyNames names = names_of(layout);
    std::multiset<int> letters;
    for (const int key : printable_keys()) letters.insert(key_by_layout(key, names));
    for (int letter = GLFW_KEY_A; letter <= GLFW_KEY_Z; ++letter)
      EXPECT_EQ(letters.count(letter), 1U) << layout.name << ", " << static_cast<char>(letter);
  }
}

TEST(KeyLayout, ShortcutsAreWhereTheLettersAre) {
  AllFeatures features;
  const ActionTable& table = features->table();
  const auto control = [&](int key) { return table.of_key(key, GLFW_MOD_CONTROL); };
  EXPECT_EQ(control(key_pressed_by_layout("dvorak", '/')), action::undo);
  EXPECT_EQ(control(key_pressed_by_layout("dvorak", 'Q')), std::nullopt) << "it is the apostrophe";
  EXPECT_EQ(control(key_pressed_by_layout("dvorak", 'X')), action::quit);
  EXPECT_EQ(table.of_key(key_pressed_by_layout("fr", ';'), 0), action::toggle_lens);
  EXPECT_EQ(table.of_key(key_pressed_by_layout("fr", 'M'), 0), std::nullopt) << "it is the comma";
  EXPECT_EQ(control(key_pressed_by_layout("de", 'Y')), action::undo);
  EXPECT_EQ(control(key_pressed_by_layout("colemak", 'P')), std::nullopt) << "it is the semicolon";
  EXPECT_EQ(control(key_pressed_by_layout("bépo", '[')), action::undo);
  EXPECT_EQ(control(key_pressed_by_layout("bépo", 'Z')), std::nullopt) << "it is à, and Z is elsewhere";
  EXPECT_EQ(control(key_pressed_by_layout("ru", 'Z')), action::undo) << "no key has Z";
}

TEST(KeyLayout, OtherKeysStayWhatTheyAre) {
  const KeyNames names = names_of(layout_of("dvorak"));
  for (const int key : {GLFW_KEY_UNKNOWN, GLFW_KEY_SPACE, GLFW_KEY_ENTER, GLFW_KEY_F1, GLFW_KEY_KP_0, GLFW_KEY_HOME})
    EXPECT_EQ(key_by_layout(key, names), key);
}

}  // namespace
}  // namespace heteroscope
