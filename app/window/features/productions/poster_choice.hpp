#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/production/poster/poster.hpp"
#include "core/run/frame.hpp"

namespace heteroscope {

/// A size that is a click away.
struct SizePreset {
  const char* label;
  Size size;
};
inline constexpr std::array<SizePreset, 4> poster_presets{
    {{"4K", {3840, 2160}}, {"8K", {7680, 4320}}, {"16K", {15360, 8640}}, {"32768²", {32768, 32768}}}};

/// The formats' names and their files' ends ("": it is a folder), in the order in which they are offered.
struct OrderFormat {
  const char* label;
  const char* extension;
  const char* about;
};
inline constexpr std::array<OrderFormat, 3> poster_formats{
    {{"TIFF", ".tif", "A BigTIFF in tiles, with overviews: viewers open it at once, however large it is."},
     {"PNG", ".png", "A picture that everything opens; most programs load all of it into memory."},
     {"NPY", ".npy", "The raw values, for NumPy; no colors."}}};

/// The height at which the poster shows what an area of that size does; at least 1.
int height_as_seen(int width, Size area);
/// Its center and its width are those of the view: what is cut off above and below, or added. In a sentence.
std::string cut_text(Size poster, Size area);
/// Seconds that computing so many cells takes, at the rate at which this frame was computed; none where it took no
/// time.
std::optional<double> computing_seconds(const Frame& frame, Size poster);
/// A piece that takes some two seconds, so that it is soon stopped and others soon computed; none: what suits the
/// format takes no longer. `seconds` for all of the poster.
std::optional<Size> short_span(Size poster, double seconds);
/// The first of "STEM-001.EXTENSION", … in the folder that is neither there, nor unfinished, nor among `taken`.
std::filesystem::path free_path(const std::filesystem::path& folder, const std::string& stem,
                                const std::string& extension, const std::vector<std::filesystem::path>& taken);
/// "1.2 GB".
std::string rough_bytes(double bytes);

}  // namespace heteroscope
