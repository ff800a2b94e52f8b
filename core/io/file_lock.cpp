#include "core/io/file_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "core/base/error.hpp"

namespace heteroscope {
bool is_locked(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  return file.is_open() && ::flock(file.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

Descriptor lock_of(const std::filesystem::path& path, const std::filesystem::path& guarded) {
  constexpr std::chrono::milliseconds between_tries{5};
  constexpr std::chrono::seconds longest{5};  // what it guards is read and written within far less
  Descriptor out(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
  const auto end = std::chrono::steady_clock::now() + longest;
  while (out.is_open() && ::flock(out.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return Descriptor();
    if (std::chrono::steady_clock::now() > end)
      throw BadInput(fmt::format("cannot write {}: another program is using {}", guarded.string(), path.string()));
    std::this_thread::sleep_for(between_tries);
  }
  return out;
}

}  // namespace heteroscope
