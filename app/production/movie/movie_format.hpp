#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/production/movie/frame_sink.hpp"
#include "core/memory/pixels.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

struct MovieOrder;

/// The kind of a movie's file, by its name.
enum class MovieFormat { pngs, raw, video };
/// "-" is raw; a name with a number in it (frame%05d.png) PNGs, and so is a folder that is there; .mp4, .webm and .mkv
/// are videos. Throws BadInput for any other.
MovieFormat movie_format(const std::filesystem::path& out);
/// A folder's frames are FOLDER/%05d.png; every other name stays.
std::filesystem::path named_frames(const std::filesystem::path& out);

/// Where the frames of an order go. Throws BadInput where nothing may be written there.
std::unique_ptr<FrameSink> make_sink(const MovieOrder& order, Size size);
/// A frame as a sink of that format takes it: whoever computed it can make it so. `text`: what the picture says about
/// itself; empty: nothing.
std::vector<std::byte> encode_frame(MovieFormat format, Size size, const Pixels& pixels, const std::string& text);

}  // namespace heteroscope
