#pragma once

namespace heteroscope {

class CheckpointStore;

/// Who keeps an iteration's state, and how often.
struct CheckpointUse {
  CheckpointStore* store = nullptr;  ///< null: nobody
  double every_ms = 0;
};

}  // namespace heteroscope
