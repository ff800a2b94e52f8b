#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/frame/frame.hpp"
#include "core/movie/covering.hpp"
#include "core/movie/key_frames.hpp"

namespace heteroscope {

/// Throws BadInput, naming the option, unless a view is all that moves.
void check_zoom(const KeyFrames& keys, const std::string& option);

/// Throws BadInput, naming the option, unless a value alone tells its pixel's color.
void check_plain_colors(const Look& look, const std::string& option);

/// Frames of a zoom that are not computed each, but taken from pictures with four times the pixels, each of which
/// covers several frames; and how far that is from what they would be.
class MovieReuse {
 public:
  /// Throws BadInput where something else than a view moves, or the values are of no such plane.
  MovieReuse(const KeyFrames& keys, std::int64_t frames);

  /// The settings of the picture that frame `i` is taken from, whose own settings are `frame`; none where the frame is
  /// computed itself.
  [[nodiscard]] std::optional<Settings> source(std::int64_t i, const Settings& frame) const;
  /// The frame out of that picture, which is computed when the first frame asks for it. `frame`: its plan. Nothing:
  /// the picture was given up.
  std::optional<Frame> take(std::int64_t i, const Plan& frame,
                            const std::function<std::optional<Frame>(const Settings&)>& compute);
  /// Whether frame `i` is one of the five that are to be computed, too.
  [[nodiscard]] bool is_sample(std::int64_t i) const;
  /// Such a frame, as it was taken and as it was computed.
  void compare(const Frame& taken, const Frame& computed);
  /// "55 of 60 frames taken from 4 pictures of 640x400; …".
  [[nodiscard]] std::string report() const;

 private:
  [[nodiscard]] const Covering* covering_of(std::int64_t i) const;

  std::vector<Covering> coverings_;
  std::vector<std::int64_t> samples_;
  std::int64_t frames_ = 0, taken_ = 0;
  const Covering* made_ = nullptr;  ///< that the picture is of
  Frame picture_;
  std::int64_t compared_ = 0, pixels_ = 0, differing_ = 0;
  double difference_ = 0;  ///< of those that differ: of the channel that differs most, 0 to 255 each
};

}  // namespace heteroscope
