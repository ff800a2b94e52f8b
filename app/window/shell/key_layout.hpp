#pragma once

#include <map>
#include <span>
#include <string>

namespace heteroscope {

/// The name of each printable key in the keyboard's layout, in UTF-8: the text that it types without Shift. A key that
/// types nothing by itself (a dead key) has none. Keys are GLFW's numbers, which name a place on the keyboard by the
/// character that an American keyboard has there.
using KeyNames = std::map<int, std::string>;

/// Returns all keys that are printable in some layout, without those of the numeric keypad.
std::span<const int> printable_keys();

/// Returns the key by which a shortcut is looked up: the one named by the ASCII character, in upper case, that the
/// layout has at this place. Where the layout has something else there (я, é, a dead key), the key's American character
/// counts, but only if no key of the layout has it: on a Russian keyboard, Z is where it lies on an American one. Else
/// GLFW_KEY_UNKNOWN, which no shortcut has. Keys that are not printable stay what they are.
int key_by_layout(int key, const KeyNames& names);

}  // namespace heteroscope
