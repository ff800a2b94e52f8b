#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/production/poster/poster.hpp"
#include "core/frame/frame.hpp"

namespace heteroscope {

/// A size that can be chosen with one click.
struct SizePreset {
  const char* label;
  Size size;
};
inline constexpr std::array<SizePreset, 4> poster_presets{
    {{"4K", {3840, 2160}}, {"8K", {7680, 4320}}, {"16K", {15360, 8640}}, {"32768²", {32768, 32768}}}};

/// A format: its name, and the ending of its files ("": it is a folder).
struct OrderFormat {
  const char* label;
  const char* extension;
  const char* about;
};
inline constexpr std::array<OrderFormat, 3> poster_formats{
    {{"TIFF", ".tif", "A BigTIFF in tiles, with overviews: viewers open it at once, however large it is."},
     {"PNG", ".png", "A picture that everything opens; most programs load all of it into memory."},
     {"NPY", ".npy", "The raw values, for NumPy; no colors."}}};

/// Returns the height at which the poster shows the same as an area of that size; at least 1.
int height_as_seen(int width, Size area);
/// Returns a sentence that says what the poster, which keeps the view's center and width, cuts off or adds above and
/// below.
std::string cut_text(Size poster, Size area);
/// Returns a sentence that says what sets the size of the result, so that none can be chosen for the poster; empty: one
/// can.
std::string why_one_size(const Settings& settings, const Workload& workload);
/// Returns the seconds that computing the poster takes at the rate at which this frame was computed; none if that took
/// no time.
std::optional<double> computing_seconds(const Frame& frame, Size poster);
/// Returns the size of a piece that takes about two seconds, so that an order can be stopped and others begin soon;
/// none if the format's usual piece takes no longer. `seconds`: the time for the whole poster.
std::optional<Size> short_span(Size poster, double seconds);
/// Returns the first of "STEM-001.EXTENSION", … in the folder that does not exist, not even unfinished, and is not
/// among `taken`.
std::filesystem::path free_path(const std::filesystem::path& folder, const std::string& stem,
                                const std::string& extension, const std::vector<std::filesystem::path>& taken);
/// Returns a rounded number of bytes: "1.2 GB".
std::string rough_bytes(double bytes);

}  // namespace heteroscope
