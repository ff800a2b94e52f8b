#pragma once

#include <filesystem>
#include <set>
#include <vector>

#include "app/production/movie/frame_sink.hpp"
#include "app/production/movie/numbered_name.hpp"
#include "core/memory/pixels.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// Files of their own, one a frame. None is ever replaced, but for damaged ones of the same movie.
class PngFrames : public FrameSink {
 public:
  /// `count`: of all frames. `resume`: those that are there are kept. Throws BadInput where one is there and is not to
  /// be kept, or one behind the last, which would be taken for a part of the movie.
  PngFrames(NumberedName name, std::int64_t count, bool resume);

  /// Throws BadInput if it is there and has other settings. One that is damaged is to be made again.
  bool has(std::int64_t i, const std::string& settings) override;
  void put(std::int64_t i, std::span<const std::byte> frame) override;
  [[nodiscard]] bool keeps() const override { return true; }

 private:
  NumberedName name_;
  bool resume_;
  std::set<std::int64_t> damaged_;
};

/// A PNG that holds its settings, as `render` writes it.
std::vector<std::byte> png_frame(Size size, const Pixels& pixels, const std::string& text);

/// The settings in a PNG, as JSON; empty where there is no such file. Throws BadInput for what is no PNG of this
/// program's.
std::string settings_in_png(const std::filesystem::path& path);

}  // namespace heteroscope
