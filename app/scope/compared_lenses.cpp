#include "app/scope/compared_lenses.hpp"

#include <algorithm>
#include <iterator>

namespace heteroscope {
namespace {

bool does_the_same(const LensGroup& one, const LensGroup& other) {
  return one.access == other.access && one.array == other.array && one.manner == other.manner;
}

}  // namespace

bool ComparedGroup::differs() const {
  if (left == nullptr || right == nullptr) return true;
  const bool moved = is_shared(left->access) ? left->passes != right->passes : left->sectors != right->sectors;
  return moved || left->instructions != right->instructions || left->wanted_bytes != right->wanted_bytes;
}

std::vector<ComparedGroup> compare_lenses(const Lens& left, const Lens& right) {
  std::vector<ComparedGroup> out;
  for (const LensGroup& each : left.groups) out.push_back({.left = &each});
  auto next = out.begin();  // where what the right one alone does is put in
  for (const LensGroup& each : right.groups) {
    const auto at = std::ranges::find_if(
        out, [&](const ComparedGroup& row) { return row.left != nullptr && does_the_same(*row.left, each); });
    if (at != out.end()) {
      at->right = &each;
      next = std::next(at);
    } else {
      next = std::next(out.insert(next, {.right = &each}));
    }
  }
  return out;
}

}  // namespace heteroscope
