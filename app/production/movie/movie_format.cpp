#include "app/production/movie/movie_format.hpp"

#include <fmt/format.h>

#include <system_error>

#include "app/production/movie/movie.hpp"
#include "app/production/movie/png_frames.hpp"
#include "app/production/movie/raw_frames.hpp"
#include "app/production/movie/video_file.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

MovieFormat movie_format(const std::filesystem::path& out) {
  if (out == "-") return MovieFormat::raw;
  if (is_video(out)) return MovieFormat::video;
  std::error_code none;
  if (NumberedName::looks_like(out.string()) || std::filesystem::is_directory(out, none)) return MovieFormat::pngs;
  throw BadInput(
      fmt::format("--out '{}' is not frames (frame%05d.png, or an existing folder), not a video (.mp4, .webm, "
                  ".mkv), and not - (raw frames)",
                  excerpt(out.string())));
}

std::filesystem::path named_frames(const std::filesystem::path& out) {
  std::error_code none;
  return std::filesystem::is_directory(out, none) ? out / "%05d.png" : out;
}

std::unique_ptr<FrameSink> make_sink(const MovieOrder& order, Size size) {
  switch (movie_format(order.out)) {
    case MovieFormat::raw:
      return std::make_unique<RawFrames>();
    case MovieFormat::video:
      return std::make_unique<VideoFile>(order.out, size, order.rate, order.waiter.stop);
    case MovieFormat::pngs:
      break;
  }
  return std::make_unique<PngFrames>(NumberedName(named_frames(order.out)), order.frames, order.resume);
}

std::vector<std::byte> encode_frame(MovieFormat format, Size size, const Pixels& pixels, const std::string& text) {
  return format == MovieFormat::pngs ? png_frame(size, pixels, text) : rgb_of(pixels);
}

}  // namespace heteroscope
