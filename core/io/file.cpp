#include "core/io/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "core/error.hpp"

namespace heteroscope {
namespace {

std::string reason(int code) {
  return std::generic_category().message(code);
}

[[noreturn]] void fail_to_write(const std::filesystem::path& path, int code) {
  throw BadInput(fmt::format("cannot write {}: {}", path.string(), reason(code)));
}

[[noreturn]] void fail_to_read(const std::filesystem::path& path, int code) {
  throw BadInput(fmt::format("cannot read {}: {}", path.string(), reason(code)));
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  [[nodiscard]] int get() const { return number_; }
  /// 0, or the system's error: a full disk may be told no earlier than here.
  int close() {
    const int result = ::close(number_);
    number_ = -1;
    return result == 0 ? 0 : errno;
  }

 private:
  int number_;
};

/// Removes the file unless it was kept.
class Temporary {
 public:
  explicit Temporary(std::filesystem::path path) : path_(std::move(path)) {}
  ~Temporary() {
    if (!kept_) ::unlink(path_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  void keep() { kept_ = true; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  bool kept_ = false;
};

// 0, or the system's error.
int write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return 0;
}

using Make = std::function<void(const Append&)>;

void write_made(const Descriptor& file, const std::filesystem::path& path, const Make& make) {
  make([&](std::span<const std::byte> bytes) {
    if (const int code = write_all(file.get(), bytes); code != 0) fail_to_write(path, code);
  });
}

void write_in_place(const std::filesystem::path& path, const Make& make) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.is_open()) fail_to_write(path, errno);
  write_made(file, path, make);
  if (const int code = file.close(); code != 0) fail_to_write(path, code);
}

// A new file beside `target`, with the permissions that the umask leaves, and its name.
std::pair<int, std::filesystem::path> create_beside(const std::filesystem::path& target) {
  static std::atomic<unsigned> counter{0};
  for (int attempt = 0; attempt < 1000; ++attempt) {
    // The target's name is not part of it: that may already be as long as a name can be.
    const auto path = target.parent_path() / fmt::format(".heteroscope-{}-{}.part", ::getpid(), counter++);
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file >= 0 || errno != EEXIST) return {file, path};
  }
  errno = EEXIST;
  return {-1, {}};
}

}  // namespace

void write_file(const std::filesystem::path& path, const std::function<void(const Append&)>& make) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail_to_write(path, EISDIR);
  // A device or pipe (/dev/stdout, /dev/full) has no place beside it and cannot be replaced.
  if (exists && (S_ISCHR(status.st_mode) || S_ISFIFO(status.st_mode))) return write_in_place(path, make);
  if (exists && !S_ISREG(status.st_mode)) {
    throw BadInput(fmt::format("cannot write {}: it is not a regular file", path.string()));
  }
  // Renaming needs no right to the file that it replaces; a file made read-only is meant to stay.
  if (exists && ::access(path.c_str(), W_OK) != 0) fail_to_write(path, errno);
  if (path.filename().empty()) fail_to_write(path, EISDIR);

  // The file that a link names is replaced, not the link.
  std::error_code error;
  auto target = exists ? std::filesystem::canonical(path, error) : path;
  if (error) fail_to_write(path, error.value());
  if (!target.has_parent_path()) target = "." / target;

  const auto [number, beside] = create_beside(target);
  if (number < 0) fail_to_write(path, errno);
  Descriptor file(number);
  Temporary temporary(beside);
  if (exists && ::fchmod(file.get(), status.st_mode & 0777) != 0) fail_to_write(path, errno);
  write_made(file, path, make);
  // EINVAL: a file system that has nothing to synchronize.
  if (::fsync(file.get()) != 0 && errno != EINVAL) fail_to_write(path, errno);
  if (const int code = file.close(); code != 0) fail_to_write(path, code);
  if (std::rename(temporary.path().c_str(), target.c_str()) != 0) fail_to_write(path, errno);
  temporary.keep();
}

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  write_file(path, [bytes](const Append& append) { append(bytes); });
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  write_file(path, std::as_bytes(std::span(text)));
}

std::vector<std::byte> read_file(const std::filesystem::path& path, std::size_t limit) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) fail_to_read(path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail_to_read(path, errno);
  const auto too_large = [&] {
    return BadInput(fmt::format("cannot read {}: larger than {} bytes", path.string(), limit));
  };
  const auto expected = S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
  if (expected > limit) throw too_large();

  // Files that grow, and pipes and devices, whose size is not known, are read until they end.
  constexpr std::size_t step = std::size_t{1} << 16;
  std::vector<std::byte> bytes(expected + 1);
  std::size_t used = 0;
  while (true) {
    if (used == bytes.size()) bytes.resize(bytes.size() + std::max(step, bytes.size() / 2));
    const ssize_t got = ::read(file.get(), bytes.data() + used, bytes.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_to_read(path, errno);
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
    if (used > limit) throw too_large();
  }
  bytes.resize(used);
  return bytes;
}

}  // namespace heteroscope
