#pragma once

#include <algorithm>
#include <vector>

namespace heteroscope {

/// One list of two that were changed at the same time, by this program (`mine`) and by others (`theirs`), and were
/// `base` before. `key(item)` says which items are the same one. What either has added, changed or removed is so in the
/// outcome; removed by one and changed by the other, it stays. Where both have changed one, or added one of the same
/// key, mine is taken, and `both(outcome, theirs)` may keep the other as well. The order is mine, then what others have
/// added.
template <class Item, class Key, class Both>
std::vector<Item> merged(const std::vector<Item>& base, const std::vector<Item>& mine, const std::vector<Item>& theirs,
                         Key key, Both both) {
  const auto in = [&](const std::vector<Item>& list, const Item& item) -> const Item* {
    const auto found = std::ranges::find_if(list, [&](const Item& each) { return key(each) == key(item); });
    return found == list.end() ? nullptr : &*found;
  };
  std::vector<Item> out;
  std::vector<Item> others;
  for (const Item& own : mine) {
    const Item* const before = in(base, own);
    const Item* const other = in(theirs, own);
    const bool unchanged = before != nullptr && *before == own;
    if (unchanged && other == nullptr) continue;
    out.push_back(unchanged ? *other : own);
    if (!unchanged && other != nullptr && *other != own && (before == nullptr || *before != *other))
      others.push_back(*other);
  }
  for (const Item& other : theirs) {
    const Item* const before = in(base, other);
    if (in(mine, other) == nullptr && (before == nullptr || *before != other)) out.push_back(other);
  }
  for (const Item& other : others) both(out, other);
  return out;
}

}  // namespace heteroscope
