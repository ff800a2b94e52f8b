#include "core/io/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {
namespace {

[[noreturn]] void fail_to_read(const std::filesystem::path& path, int code) {
  throw BadInput(fmt::format("cannot read {}: {}", path.string(), reason_of(code)));
}

Descriptor open_to_read(const std::filesystem::path& path) {
  // Without waiting: a pipe to which nobody writes would hold the program.
  return Descriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

/// What the system calls a file that is none on a disk.
std::string_view file_kind(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

/// The shell's own names for what it hands over.
bool is_handed_over(const std::filesystem::path& path) {
  return path == "/dev/stdin" || path.parent_path() == "/dev/fd" || path.parent_path() == "/proc/self/fd";
}

void check_kind(const std::filesystem::path& path, const Descriptor& file, mode_t mode, Streams streams) {
  if (S_ISREG(mode)) return;
  if (S_ISDIR(mode)) fail_to_read(path, EISDIR);
  if (streams == Streams::refused || !S_ISFIFO(mode) || !is_handed_over(path)) {
    throw BadInput(Wrong::kind, path.string(),
                   fmt::format("cannot read {}: it is {}, not a regular file", path.string(), file_kind(mode)));
  }
  const int flags = ::fcntl(file.get(), F_GETFL);
  if (flags < 0 || ::fcntl(file.get(), F_SETFL, flags & ~O_NONBLOCK) != 0) fail_to_read(path, errno);
}

BadInput too_large(const std::filesystem::path& path, std::uint64_t limit) {
  return BadInput(Wrong::value, path.string(),
                  fmt::format("cannot read {}: the file is larger than {} bytes", path.string(), limit));
}

/// Reads once, and again where a signal came between. Returns how many bytes were read; 0: the file ends.
std::size_t read_some(const std::filesystem::path& path, const Descriptor& file, void* into, std::size_t most) {
  for (;;) {
    const ssize_t got = ::read(file.get(), into, most);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) fail_to_read(path, errno);
  }
}

/// Opens a file of a kind that may be read. Returns it with its size in bytes; of a pipe, which has none, 0.
std::pair<Descriptor, std::uint64_t> open_checked(const std::filesystem::path& path, std::uint64_t limit,
                                                  Streams streams) {
  Descriptor file = open_to_read(path);
  if (!file.is_open()) fail_to_read(path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail_to_read(path, errno);
  check_kind(path, file, status.st_mode, streams);
  const std::uint64_t bytes = S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
  if (bytes > limit) throw too_large(path, limit);
  return {std::move(file), bytes};
}

}  // namespace

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

void write_file(const std::filesystem::path& path, const Make& make) {
  NewFile(path, NewFile::Earlier::replaced, make).put();
}

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  write_file(path, [bytes](const Append& append) { append(bytes); });
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  write_file(path, std::as_bytes(std::span(text)));
}

void write_kept_file(const std::filesystem::path& path, const std::string& text) {
  const Make make = [&](const Append& append) { append(std::as_bytes(std::span(text))); };
  NewFile(path, NewFile::Earlier::own, make).put();
}

void write_new_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  NewFile file(path, NewFile::Earlier::kept, [bytes](const Append& append) { append(bytes); });
  if (!file.put_new(path)) throw BadInput(fmt::format("cannot write {}: the file exists already", path.string()));
}

std::vector<std::byte> read_file(const std::filesystem::path& path, std::size_t limit, Streams streams) {
  const auto [file, expected] = open_checked(path, limit, streams);
  // Files that grow, and pipes, whose size is not known, are read until they end.
  constexpr std::size_t step = std::size_t{1} << 16;
  std::vector<std::byte> bytes(expected + 1);
  std::size_t used = 0;
  while (true) {
    if (used == bytes.size()) bytes.resize(bytes.size() + std::max(step, bytes.size() / 2));
    const std::size_t got = read_some(path, file, bytes.data() + used, bytes.size() - used);
    if (got == 0) break;
    used += got;
    if (used > limit) throw too_large(path, limit);
  }
  bytes.resize(used);
  return bytes;
}

std::string read_text(const std::filesystem::path& path, std::size_t limit, Streams streams) {
  const std::vector<std::byte> bytes = read_file(path, limit, streams);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

FileParts::FileParts(std::filesystem::path path) : path_(std::move(path)) {
  std::tie(file_, bytes_) = open_checked(path_, std::numeric_limits<std::uint64_t>::max(), Streams::refused);
}

std::string FileParts::next(std::size_t most) {
  std::string out(most, '\0');
  std::size_t used = 0;
  for (std::size_t got = 1; used < most && got > 0; used += got)
    got = read_some(path_, file_, out.data() + used, most - used);
  out.resize(used);
  return out;
}

std::vector<std::byte> read_start(const std::filesystem::path& path, std::size_t count) {
  const Descriptor file = open_to_read(path);
  struct stat status {};
  const bool regular = file.is_open() && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode);
  std::vector<std::byte> bytes(regular ? count : 0);
  std::size_t used = 0;
  while (used < bytes.size()) {
    const ssize_t got = ::read(file.get(), bytes.data() + used, bytes.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    used += static_cast<std::size_t>(got);
  }
  bytes.resize(used);
  return bytes;
}

}  // namespace heteroscope
