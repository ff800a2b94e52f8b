#include "core/io/positioned_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/base/error.hpp"
#include "core/base/given_up.hpp"

namespace heteroscope {

void PositionedFile::fail(const char* what, int code) const {
  throw BadInput(fmt::format("cannot {} {}: {}", what, path_.string(), std::generic_category().message(code)));
}

void PositionedFile::write(std::uint64_t at, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    if (asked_.stop_requested()) throw GivenUp{};
    const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write", errno);
    at += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void PositionedFile::read(std::uint64_t at, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t got = ::pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read", errno);
    if (got == 0) throw BadInput(fmt::format("cannot read {}: the file is cut short", path_.string()));
    at += static_cast<std::uint64_t>(got);
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

void PositionedFile::cut(std::uint64_t bytes) {
  if (::ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) fail("write", errno);
}

std::uint64_t PositionedFile::bytes() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) fail("read", errno);
  return static_cast<std::uint64_t>(status.st_size);
}

void PositionedFile::sync() {
  // EINVAL: a file system that has nothing to synchronize.
  if (::fdatasync(descriptor_) != 0 && errno != EINVAL) fail("write", errno);
}

}  // namespace heteroscope
