#include "app/production/movie/video_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <stop_token>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/given_up.hpp"
#include "core/base/message.hpp"
#include "core/io/extension.hpp"
#include "core/io/file.hpp"
#include "core/process/find_program.hpp"
#include "core/process/process_start.hpp"
#include "core/process/signals.hpp"

namespace heteroscope {
namespace {

constexpr const char* encoder = "ffmpeg";

using CommandWords = std::vector<std::string>;

/// How red, green and blue become what is encoded, and the words that tell a player so. Untagged, players take 720
/// lines and more for BT.709 and fewer for BT.601.
CommandWords color_words(Size size) {
  constexpr int least_lines_of_709 = 720;
  const std::string matrix = size.height >= least_lines_of_709 ? "bt709" : "smpte170m";
  return {"-vf",
          "scale=out_color_matrix=" + matrix + ":out_range=tv:flags=bicubic+accurate_rnd+full_chroma_int",
          "-colorspace",
          matrix,
          "-color_primaries",
          "bt709",
          "-color_trc",
          "bt709",
          "-color_range",
          "tv"};
}

/// How a file that ends so is encoded; empty: it is no video.
CommandWords encoding_of(const std::filesystem::path& out) {
  const std::string extension = extension_of(out);
  if (extension == ".mp4")
    return {"-c:v", "libx264", "-crf", "16", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4"};
  if (extension == ".webm")
    return {"-c:v", "libvpx-vp9", "-crf", "20", "-b:v", "0", "-row-mt", "1", "-pix_fmt", "yuv420p", "-f", "webm"};
  if (extension == ".mkv") return {"-c:v", "ffv1", "-pix_fmt", "bgr0", "-f", "matroska"};
  return {};
}

/// The last line of what was written there.
std::string last_line(int descriptor) {
  constexpr std::size_t longest = 4096;
  std::string text(longest, '\0');
  const off_t end = ::lseek(descriptor, 0, SEEK_END);
  const off_t start = std::max<off_t>(0, end - static_cast<off_t>(longest));
  const ssize_t count = ::pread(descriptor, text.data(), text.size(), start);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, count)));
  text.resize(text.find_last_not_of("\r\n ") + 1);
  return text.substr(text.find_last_of("\r\n") + 1);
}

}  // namespace

bool is_video(const std::filesystem::path& out) {
  return !encoding_of(out).empty();
}

bool has_encoder() {
  return !find_program(encoder).empty();
}

VideoFile::VideoFile(std::filesystem::path out, Size size, double rate, std::stop_token asked)
    : out_(std::move(out)), size_(size), rate_(rate), asked_(std::move(asked)), part_(folder_of(out_)) {
  if (!has_encoder()) {
    throw BadInput(
        fmt::format("--out {}: {} is not installed; PNG frames (--out frame%05d.png) and raw frames (--out -) work "
                    "without it",
                    out_.string(), encoder));
  }
  if (extension_of(out_) != ".mkv" && (size.width % 2 != 0 || size.height % 2 != 0)) {
    throw BadInput(fmt::format("--size: {} of {}x{} is not possible: width and height must be even", extension_of(out_),
                               size.width, size.height));
  }
  sweep_part_files(folder_of(out_));
}

VideoFile::~VideoFile() {
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  wait();
}

void VideoFile::begin() {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw BadInput(fmt::format("{} could not be started: {}", encoder, reason_of(errno)));
  frames_ = Descriptor(ends[0]);
  const Descriptor input(ends[1]);
  messages_ = Descriptor(::memfd_create("messages", MFD_CLOEXEC));
  if (!messages_.is_open()) throw BadInput(fmt::format("{} could not be started: {}", encoder, reason_of(errno)));
  // the encoder follows whatever has that name: nothing has
  constexpr mode_t usual_permissions = 0644;
  if (!Descriptor(::open(part_.path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, usual_permissions)).is_open()) {
    const int code = errno;
    if (code == EEXIST) part_.disown();
    throw BadInput(fmt::format("cannot write {}: {}", out_.string(), reason_of(code)));
  }
  CommandWords words{encoder,      "-hide_banner",
                     "-loglevel",  "error",
                     "-f",         "rawvideo",
                     "-pix_fmt",   "rgb24",
                     "-s",         fmt::format("{}x{}", size_.width, size_.height),
                     "-framerate", fmt::format("{}", rate_),
                     "-i",         "pipe:0"};
  if (extension_of(out_) != ".mkv") {
    for (std::string& word : color_words(size_)) words.push_back(std::move(word));
  }
  for (std::string& word : encoding_of(out_)) words.push_back(std::move(word));
  words.insert(words.end(), {"-y", "file:" + part_.path().string()});
  ProcessStart start(ProcessStart::Apart::group);
  start.connect(input.get(), STDIN_FILENO);
  start.connect(messages_.get(), STDERR_FILENO);
  const int failed = start.run(process_, std::move(words));
  if (failed == 0) return;
  process_ = -1;
  throw BadInput(fmt::format("{} could not be started: {}", encoder, reason_of(failed)));
}

void VideoFile::put(std::int64_t, std::span<const std::byte> frame) {
  constexpr int between_looks_ms = 50;
  for (std::size_t sent = 0; sent < frame.size();) {
    check_asked();
    pollfd takes{.fd = frames_.get(), .events = POLLOUT, .revents = 0};
    if (::poll(&takes, 1, between_looks_ms) == 0) continue;
    const ssize_t now = ::send(frames_.get(), frame.data() + sent, frame.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (now < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (now < 0) {
      frames_ = Descriptor();
      fail(wait());
    }
    sent += static_cast<std::size_t>(now);
  }
}

void VideoFile::end() {
  frames_ = Descriptor();
  constexpr std::chrono::milliseconds between_looks{10};
  siginfo_t ended{};
  while (asked_.stop_possible() && ended.si_pid == 0) {
    check_asked();
    if (::waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 && errno != EINTR) break;
    if (ended.si_pid == 0) std::this_thread::sleep_for(between_looks);
  }
  const int status = wait();
  if (status != 0) fail(status);
  if (const Descriptor file(::open(part_.path().c_str(), O_RDONLY | O_CLOEXEC));
      !file.is_open() || ::fsync(file.get()) != 0)
    throw BadInput(fmt::format("cannot write {}: {}", out_.string(), reason_of(errno)));
  const SignalsWait no_end_meanwhile;
  std::error_code failed;
  std::filesystem::path target = std::filesystem::canonical(out_, failed);  // what a link names, not the link
  if (failed) target = out_;
  std::filesystem::rename(part_.path(), target, failed);
  if (failed) throw BadInput(fmt::format("cannot write {}: {}", out_.string(), failed.message()));
}

void VideoFile::check_asked() const {
  if (asked_.stop_requested()) throw GivenUp{};
}

void VideoFile::fail(int status) const {
  const std::string said = WIFSIGNALED(status) ? ::strsignal(WTERMSIG(status)) : last_line(messages_.get());
  throw BadInput(fmt::format("--out {}: {} failed{}{}", out_.string(), encoder, said.empty() ? "" : ": ", said));
}

int VideoFile::wait() {
  const int status = status_at_end(process_);
  process_ = -1;
  return status;
}

}  // namespace heteroscope
