#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// Settings that a movie comes by, and what they are called in a message: "--to deep.png".
struct KeyFrame {
  std::string name;
  Settings settings;
};

/// A movie as its key frames: whatever numbers differ from one to the next move between them. A view moves as flight()
/// says; steps and other numbers by equal differences, or by equal factors where their slider does; whole numbers are
/// rounded. What is no number, and what decides the result's size, is the same in all.
class KeyFrames {
 public:
  /// Throws BadInput, naming the key frame, where fewer than two are given, where something else than numbers differs,
  /// where nothing does, and where an iteration would go back.
  KeyFrames(std::vector<KeyFrame> frames, Catalog catalog);

  /// Frame `i` of `count`, from 0; count is 2 at least. The first and the last are the first and the last key frame;
  /// between them all legs are passed with the same speed. That is the view's (flight_length()), where one moves in
  /// every leg; else of the first number, beginning with the steps, that moves in all; else each leg takes the same
  /// time.
  [[nodiscard]] Settings frame(std::int64_t i, std::int64_t count) const;
  [[nodiscard]] const std::vector<KeyFrame>& all() const { return frames_; }

 private:
  Catalog catalog_;
  std::vector<KeyFrame> frames_;
  std::vector<double> ends_;  ///< of each leg: the length of the way from the start
};

}  // namespace heteroscope
