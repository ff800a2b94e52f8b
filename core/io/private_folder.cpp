#include "core/io/private_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <system_error>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "heteroscope-code-";

/// Locked as long as it is open; closed where another process has the lock, or there is no such folder.
Descriptor locked(const fs::path& folder) {
  Descriptor out(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  return out.is_open() && ::flock(out.get(), LOCK_EX | LOCK_NB) == 0 ? std::move(out) : Descriptor();
}

/// A folder without a lock may be one that is about to get it.
bool is_older_than_a_minute(const fs::path& folder) {
  std::error_code gone;
  const fs::file_time_type written = fs::last_write_time(folder, gone);
  return !gone && fs::file_time_type::clock::now() - written > std::chrono::minutes(1);
}

void sweep(const fs::path& in) {
  std::error_code failed;
  for (fs::directory_iterator each(in, failed), end; !failed && each != end; each.increment(failed)) {
    const fs::path& folder = each->path();
    if (!folder.filename().string().starts_with(prefix) || !is_older_than_a_minute(folder)) continue;
    std::error_code another_users;
    if (locked(folder).is_open()) fs::remove_all(folder, another_users);
  }
}

}  // namespace

PrivateFolder::PrivateFolder() {
  std::error_code failed;
  const fs::path in = fs::temp_directory_path(failed);
  if (failed) throw BadInput(fmt::format("there is no folder for temporary files (TMPDIR): {}", failed.message()));
  sweep(in);
  std::string name = (in / (std::string(prefix) + "XXXXXX")).string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw BadInput(fmt::format("cannot make a folder in {} (TMPDIR): {}", in.string(), reason_of(errno)));
  }
  path_ = name;
  lock_ = locked(path_);
}

PrivateFolder::~PrivateFolder() {
  std::error_code none;
  fs::remove_all(path_, none);
}

void write_scratch_file(const fs::path& file, std::string_view bytes) {
  std::ofstream out(file, std::ios::binary);
  out << bytes;
  out.close();
  if (!out) throw BadInput(fmt::format("cannot write {}: is the disk full?", file.string()));
}

}  // namespace heteroscope
