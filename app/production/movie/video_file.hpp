#pragma once

#include <sys/types.h>
#include <stop_token>

#include <filesystem>

#include "app/production/movie/frame_sink.hpp"
#include "core/io/descriptor.hpp"
#include "core/io/part_file.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// Whether ffmpeg is asked for such a file: .mp4, .webm and .mkv.
bool is_video(const std::filesystem::path& out);
/// Whether it is there.
bool has_encoder();

/// Bare frames through ffmpeg, a process of its own, into a file: .mp4 (H.264) and .webm (VP9) for watching, .mkv
/// (FFV1) to the last bit. What is at the path stays until all is there. Those for watching have their colors as
/// brightness and two differences, by the matrix of BT.709 from 720 lines on and by that of BT.601 below, and say so.
class VideoFile : public FrameSink {
 public:
  /// Throws BadInput where there is no ffmpeg, or the format cannot hold such frames. `asked`: once it is set, put()
  /// and end() throw GivenUp instead of waiting for ffmpeg; null: never.
  VideoFile(std::filesystem::path out, Size size, double rate, std::stop_token asked = {});
  ~VideoFile() override;
  VideoFile(const VideoFile&) = delete;
  VideoFile& operator=(const VideoFile&) = delete;

  void begin() override;
  void put(std::int64_t i, std::span<const std::byte> frame) override;
  void end() override;

 private:
  [[noreturn]] void fail(int status) const;
  void check_asked() const;
  /// Waits for it; how it has ended, as waitpid() says.
  int wait();

  std::filesystem::path out_;
  Size size_;
  double rate_;
  std::stop_token asked_;
  PartFile part_;
  Descriptor frames_;    ///< what it reads
  Descriptor messages_;  ///< what it has said
  pid_t process_ = -1;
};

}  // namespace heteroscope
