#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/window/model/state.hpp"

namespace heteroscope {

/// Rows of a panel that choose the GPU's block shape and mapping, for the variants of all stages.
class BlockRows {
 public:
  void build(State& state);

 private:
  void block_row(State& state);
  void block_choices(State& state, const std::vector<const Variant*>& variants, const std::string& automatic);

  std::array<int, 2> custom_{48, 4};  ///< being typed
};

}  // namespace heteroscope
