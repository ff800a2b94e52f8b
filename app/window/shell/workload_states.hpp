#pragma once

#include <map>
#include <string>

#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// What a workload comes back with when it is chosen again, beyond its settings: pictures that were kept, times, views.
class WorkloadStates {
 public:
  static constexpr std::size_t most_bytes = std::size_t{1} << 28;  ///< of all pictures that are put away

  /// Takes it from the model, which is still the workload's.
  void put_away(WindowModel& model, const Settings& settings);
  /// Gives the model what its workload was left with; views only where they are of the same plane.
  void take_out(WindowModel& model);
  /// Of all pictures that are put away.
  [[nodiscard]] std::size_t bytes() const;
  /// Times and views stay.
  void forget_pictures();

 private:
  struct WorkloadState {
    Settings settings;
    KeptPictures kept;
    FrameHistory frames;
    ViewHistory views;
    PictureView picture;
    int order = 0;  ///< in which they were put away
  };
  void drop_oldest();

  int count_ = 0;
  std::map<std::string, WorkloadState, std::less<>> by_workload_;
};

}  // namespace heteroscope
