#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// The command line that makes the picture of these settings, with its colors, as a shell takes it: "heteroscope render
/// mandelbrot … --out mandelbrot.png".
std::string render_command(const Settings& settings, Catalog catalog);
/// Into that file.
std::string render_command(const Settings& settings, Catalog catalog, const std::filesystem::path& out_file);
/// The one that makes a movie of recorded views, frames of `size`: "heteroscope movie --keyframes a.json --frames 300
/// … --out a.mp4". `out`: a video's file, or a folder, which it makes.
std::string movie_command(const std::filesystem::path& keyframes, Size size, std::int64_t frames, double rate,
                          const std::filesystem::path& out);
/// The one that measures every variant on the same problem, in the same memory and blocks and on as many threads.
/// "heteroscope bench mandelbrot …".
std::string bench_command(const Settings& settings, Catalog catalog);
/// The one that reads the GPU's counters of these settings: "heteroscope profile mandelbrot …".
std::string profile_command(const Settings& settings, Catalog catalog);

}  // namespace heteroscope
