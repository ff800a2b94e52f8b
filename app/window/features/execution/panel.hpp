#pragma once

#include "app/window/feature/panel.hpp"
#include "app/window/features/execution/block_rows.hpp"

namespace heteroscope {

/// Who computes, how, and on what.
class ExecutionPanel final : public Panel {
 public:
  void build(State& state) override;

 private:
  BlockRows blocks_;
};

}  // namespace heteroscope
