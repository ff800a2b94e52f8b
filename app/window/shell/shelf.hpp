#pragma once

#include <map>
#include <string>

#include "app/window/model/state.hpp"

namespace heteroscope {

/// What a workload comes back with when it is chosen again, beyond its settings: pictures that were kept, times, views.
class Shelves {
 public:
  static constexpr std::size_t most_bytes = std::size_t{1} << 28;  ///< of all pictures that are put away

  /// Takes it from the state, which is still the workload's.
  void put_away(State& state, const Settings& settings);
  /// Gives the state what its workload was left with; views only where they are of the same plane.
  void take_out(State& state);
  /// Of all pictures that are put away.
  [[nodiscard]] std::size_t bytes() const;
  /// Times and views stay.
  void forget_pictures();

 private:
  struct Shelf {
    Settings settings;
    KeptPictures kept;
    FrameHistory frames;
    ViewHistory views;
    PictureView picture;
    int order = 0;  ///< in which shelves were filled
  };
  void drop_oldest();

  int count_ = 0;
  std::map<std::string, Shelf, std::less<>> by_workload_;
};

}  // namespace heteroscope
