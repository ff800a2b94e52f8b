#pragma once

#include <vector>

#include "app/scope/lens.hpp"

namespace heteroscope {

/// What two lenses' warps do to the same array in the same way. One of the groups is null where the other variant alone
/// does so.
struct ComparedGroup {
  const LensGroup* left = nullptr;
  const LensGroup* right = nullptr;

  [[nodiscard]] const LensGroup& any() const { return left != nullptr ? *left : *right; }
  /// Whether it costs other numbers of instructions, sectors or passes, or moves another share of bytes in vain.
  [[nodiscard]] bool differs() const;
};

/// Returns the groups of both lenses in the order of the left one's instructions; what the right one alone does follows
/// what it does before that. Refers to the lenses.
std::vector<ComparedGroup> compare_lenses(const Lens& left, const Lens& right);

}  // namespace heteroscope
