#pragma once

namespace heteroscope {

class IterationKeeper;

/// Who keeps an iteration's state, and how often.
struct CheckpointUse {
  IterationKeeper* keeper = nullptr;  ///< null: nobody
  double every_ms = 0;
};

}  // namespace heteroscope
