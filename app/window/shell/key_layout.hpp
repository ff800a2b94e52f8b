#pragma once

#include <map>
#include <span>
#include <string>

namespace heteroscope {

/// The name that each printable key has in the keyboard's layout, in UTF-8: what it types without Shift. A key that
/// types nothing by itself (a dead key) has none. The keys are GLFW's numbers, which say where a key lies: that of the
/// character that an American keyboard has there.
using KeyNames = std::map<int, std::string>;

/// All keys that are printable in some layout, without those of the numeric keypad.
std::span<const int> printable_keys();

/// The key that a shortcut is looked up by: the one that is named by the ASCII character that the layout has there,
/// upper case. Where the layout has something else there (я, é, a dead key), the key's American character counts, but
/// only if no key of the layout has it: on a Russian keyboard, Z is where it lies on an American one. Else
/// GLFW_KEY_UNKNOWN, which no shortcut has. Keys that are not printable stay what they are.
int key_by_layout(int key, const KeyNames& names);

}  // namespace heteroscope
