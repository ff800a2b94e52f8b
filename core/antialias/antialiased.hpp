#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/color/color_map.hpp"
#include "core/color/palette.hpp"
#include "core/memory/pixels.hpp"
#include "core/run/execute.hpp"

namespace heteroscope {

/// The mean of several pictures' colors, pixel by pixel, as light: of red, green and blue behind the sRGB transfer
/// curve. Sums are of floats, of the pictures in their order, so that the mean has the same bits everywhere. Pixels are
/// opaque RGBA8, red in the lowest byte; parallel.
class MeanColor {
 public:
  /// Makes room for pictures of so many pixels. Throws if the program's memory limit does not allow it.
  explicit MeanColor(std::size_t pixels);
  void add(std::span<const std::uint32_t> pixels);
  /// Pictures that were added.
  [[nodiscard]] int count() const { return count_; }
  /// One at least was added. Of equal colors the mean is that color.
  [[nodiscard]] Pixels mean() const;

 private:
  std::vector<float, memory::Accounted<float>> sums_;  ///< three a pixel
  int count_ = 0;
};

/// A picture without stairs, in the making: the mean of the colors of a frame and of further samples of its pixels,
/// which are pictures of the same view, each moved by less than a pixel. What colors a value is what the frame has:
/// scales by the result's values or quantiles are those of the first sample, or the colors would change from sample to
/// sample.
class Antialiased {
 public:
  /// The frame is the first sample, whole or a part. The look's workload must be one that refusal_of_samples() lets
  /// through. `colors`: of a part where only the whole tells them; they must stay. `tables_of`: whose tables the first
  /// one's was made with (InteractiveRun).
  Antialiased(const Frame& first, const Look& look, Catalog catalog, const std::optional<ColorMap>& colors = {},
              std::span<const Plan> tables_of = {});

  /// Computes one more and takes it in; false if it was cancelled. Throws BadInput and DeviceError, as plans and
  /// executors do. A deep picture has the table of the first, but for where its view's middle is.
  bool add_sample(Executor& executor, const std::stop_token& stop = {});
  /// Adds as many as the look asks for; false if it was cancelled.
  bool add_all(Executor& executor, const std::stop_token& stop = {});
  [[nodiscard]] int samples() const { return mean_.count(); }
  /// The colors; with one sample they are that frame's colors, to the bit.
  [[nodiscard]] Pixels pixels() const { return mean_.mean(); }

 private:
  void add(const Frame& frame);

  Catalog catalog_;
  std::vector<Plan> plans_;  ///< the first one's, and whose tables may serve
  Look look_;
  std::shared_ptr<const ValueQuantiles> quantiles_;  ///< the map's table may be in them
  std::shared_ptr<const Palette> palette_;           ///< or in this
  ColorMap map_;
  MeanColor mean_;
};

}  // namespace heteroscope
