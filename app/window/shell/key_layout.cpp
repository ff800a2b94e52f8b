#include "app/window/shell/key_layout.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace heteroscope {
namespace {

/// The character as GLFW numbers keys: ASCII, letters in upper case; 0 for a name that is no printable ASCII character.
int ascii_of(const std::string& name) {
  if (name.size() != 1) return 0;
  const auto character = static_cast<unsigned char>(name.front());
  return character > ' ' && character < 0x7f ? std::toupper(character) : 0;
}

}  // namespace

std::span<const int> printable_keys() {
  static const std::vector<int> keys = [] {
    std::vector<int> out{GLFW_KEY_APOSTROPHE,   GLFW_KEY_SEMICOLON, GLFW_KEY_EQUAL,
                         GLFW_KEY_LEFT_BRACKET, GLFW_KEY_BACKSLASH, GLFW_KEY_RIGHT_BRACKET,
                         GLFW_KEY_GRAVE_ACCENT, GLFW_KEY_WORLD_1,   GLFW_KEY_WORLD_2};
    for (int key = GLFW_KEY_COMMA; key <= GLFW_KEY_9; ++key) out.push_back(key);  // comma, minus, period, slash, digits
    for (int key = GLFW_KEY_A; key <= GLFW_KEY_Z; ++key) out.push_back(key);
    return out;
  }();
  return keys;
}

int key_by_layout(int key, const KeyNames& names) {
  if (std::ranges::find(printable_keys(), key) == printable_keys().end()) return key;
  const auto own = names.find(key);
  const int named = own == names.end() ? 0 : ascii_of(own->second);
  if (named != 0) return named;
  const bool elsewhere = std::ranges::any_of(names, [&](const auto& each) { return ascii_of(each.second) == key; });
  return elsewhere ? GLFW_KEY_UNKNOWN : key;
}

}  // namespace heteroscope
