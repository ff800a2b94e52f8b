#include "app/production/movie/png_frames.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/color/colored_rows.hpp"
#include "core/io/file.hpp"
#include "core/io/png/png.hpp"

namespace heteroscope {
namespace {

bool is_named(const std::filesystem::path& path) {
  std::error_code unknown;
  return std::filesystem::exists(std::filesystem::symlink_status(path, unknown));
}

}  // namespace

std::string settings_in_png(const std::filesystem::path& path) {
  if (!is_named(path)) return {};
  constexpr std::size_t most_bytes = std::size_t{1} << 22;  // several times what the longest numbers take
  return png_text(read_start(path, most_bytes), path.string()).value_or("none");
}

PngFrames::PngFrames(NumberedName name, std::int64_t count, bool resume) : name_(std::move(name)), resume_(resume) {
  for (std::int64_t i = resume ? count : 0; i <= count; ++i) {
    const std::filesystem::path path = name_.of(i);
    if (!is_named(path)) continue;
    if (i == count) throw BadInput(fmt::format("{} exists already, after the last of {} frames", path.string(), count));
    throw BadInput(
        fmt::format("{} exists already: --resume continues the movie; no frame is overwritten", path.string()));
  }
}

bool PngFrames::has(std::int64_t i, const std::string& settings) {
  if (!resume_) return false;
  const std::filesystem::path path = name_.of(i);
  const std::string found = settings_in_png(path);
  if (found.empty()) return false;
  if (found != settings) throw BadInput(fmt::format("--resume: {} belongs to another movie", path.string()));
  if (png_is_whole(read_file(path))) return true;
  damaged_.insert(i);
  return false;
}

void PngFrames::put(std::int64_t i, std::span<const std::byte> frame) {
  const std::filesystem::path path = name_.of(i);
  if (damaged_.contains(i)) {
    write_file(path, frame);
  } else {
    write_new_file(path, frame);
  }
}

std::vector<std::byte> png_frame(Size size, const Pixels& pixels, const std::string& text) {
  std::vector<std::byte> bytes;
  encode_png(size, rows_of(size, pixels), text,
             [&](std::span<const std::byte> more) { bytes.insert(bytes.end(), more.begin(), more.end()); });
  return bytes;
}

}  // namespace heteroscope
