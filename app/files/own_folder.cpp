#include "app/files/own_folder.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include "core/base/error.hpp"
#include "core/io/base_folder.hpp"
#include "core/io/descriptor.hpp"
#include "core/io/file.hpp"

namespace heteroscope {

std::filesystem::path own_file(std::string_view name) {
  const std::filesystem::path folder = config_folder();
  return folder.empty() ? folder : folder / name;
}

namespace {

/// Held as long as the descriptor is open. Where there can be none (a folder that cannot be written, a file system
/// without locks) it is closed: whether the file can be written shows when that is tried.
Descriptor lock_of(const std::filesystem::path& path) {
  constexpr std::chrono::milliseconds between_tries{5};
  constexpr std::chrono::seconds longest{5};  // a file is read and written within far less
  const std::string name = path.string() + ".lock";
  Descriptor out(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
  const auto end = std::chrono::steady_clock::now() + longest;
  while (out.is_open() && ::flock(out.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return Descriptor();
    if (std::chrono::steady_clock::now() > end)
      throw BadInput(fmt::format("cannot write {}: another program is using {}", path.string(), name));
    std::this_thread::sleep_for(between_tries);
  }
  return out;
}

}  // namespace

void write_own_file(const std::filesystem::path& path, const std::function<std::string()>& make) {
  std::error_code failed;
  std::filesystem::create_directories(path.parent_path(), failed);
  if (failed) throw BadInput(fmt::format("cannot write {}: {}", path.string(), failed.message()));
  const Descriptor lock = lock_of(path);
  write_file(path, make());
}

std::string set_aside(const std::filesystem::path& path) {
  std::filesystem::path aside = path;
  aside += ".damaged";
  std::error_code failed;
  std::filesystem::rename(path, aside, failed);
  return failed ? std::string() : "; kept as " + aside.string();
}

}  // namespace heteroscope
