#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// Returns the command line that makes the picture of these settings, with its colors, for a shell: "heteroscope render
/// mandelbrot … --out mandelbrot.png".
std::string render_command(const Settings& settings, Catalog catalog);
/// Returns that command line, which writes the given file.
std::string render_command(const Settings& settings, Catalog catalog, const std::filesystem::path& out_file);
/// Returns the command line that makes a movie of recorded views, with frames of `size`: "heteroscope movie --keyframes
/// a.json --frames 300 … --out a.mp4". `out`: a video file, or a folder, which it makes.
std::string movie_command(const std::filesystem::path& keyframes, Size size, std::int64_t frames, double rate,
                          const std::filesystem::path& out);
/// Returns the command line that measures every variant on the same problem, with the same memory, blocks and threads:
/// "heteroscope bench mandelbrot …".
std::string bench_command(const Settings& settings, Catalog catalog);
/// Returns the command line that reads the GPU's counters for these settings: "heteroscope profile mandelbrot …".
std::string profile_command(const Settings& settings, Catalog catalog);

}  // namespace heteroscope
