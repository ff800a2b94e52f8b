#pragma once

#include <map>
#include <string>

#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// The states of workloads that are not shown, beyond their settings: kept pictures, times and views, which return with
/// them.
class WorkloadStates {
 public:
  static constexpr std::size_t most_bytes = std::size_t{1} << 28;  ///< the most memory for all these pictures

  /// Takes the state of the present workload from the model.
  void put_away(WindowModel& model, const Settings& settings);
  /// Gives the model the state of its workload; views only if they are of the same plane.
  void take_out(WindowModel& model);
  /// Returns the memory of all these pictures.
  [[nodiscard]] std::size_t bytes() const;
  /// Drops all pictures; times and views stay.
  void forget_pictures();

 private:
  struct WorkloadState {
    Settings settings;
    KeptPictures kept;
    FrameHistory frames;
    ViewHistory views;
    PictureView picture;
    int order = 0;  ///< counts up, so that the oldest is known
  };
  void drop_oldest();

  int count_ = 0;
  std::map<std::string, WorkloadState, std::less<>> by_workload_;
};

}  // namespace heteroscope
