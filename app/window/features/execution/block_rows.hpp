#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// Rows of a panel that choose the GPU's block shape and mapping, for the variants of all stages.
class BlockRows {
 public:
  void build(const Ui& ui, WindowModel& model);

 private:
  void block_row(const Ui& ui, WindowModel& model);
  void block_choices(const Ui& ui, WindowModel& model, const std::vector<const Variant*>& variants,
                     const std::string& automatic);

  std::array<int, 2> custom_{48, 4};  ///< being typed
};

}  // namespace heteroscope
