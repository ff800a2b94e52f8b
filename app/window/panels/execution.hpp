#pragma once

#include "app/window/panels/block_rows.hpp"
#include "app/window/panels/panel.hpp"

namespace heteroscope {

/// Who computes, how, and on what.
class ExecutionPanel final : public Panel {
 public:
  void build(State& state) override;

 private:
  BlockRows blocks_;
};

}  // namespace heteroscope
