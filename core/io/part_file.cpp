#include "core/io/part_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "core/io/descriptor.hpp"

namespace heteroscope {
namespace {

constexpr std::string_view prefix = ".heteroscope-";
constexpr std::string_view suffix = ".part";

// The names that a signal handler may read. Whoever removes a file takes its name out of the slot first, so that none
// is freed while the handler reads it. A file for which there is no slot is only removed by its object.
constexpr std::size_t slots = 64;
std::array<std::atomic<char*>, slots> registered{};
static_assert(std::atomic<char*>::is_always_lock_free);

int enter(const std::filesystem::path& path) {
  char* copy = ::strdup(path.c_str());
  if (copy == nullptr) return -1;
  for (std::size_t i = 0; i < slots; ++i) {
    char* empty = nullptr;
    if (registered[i].compare_exchange_strong(empty, copy)) return static_cast<int>(i);
  }
  ::free(copy);
  return -1;
}

/// Processes of two containers that share a folder can have the same number: each counts from somewhere else.
unsigned first_number() {
  unsigned number = 0;
  if (::getrandom(&number, sizeof number, GRND_NONBLOCK) != sizeof number) number = 0;
  return number % 1'000'000U;
}

/// The process that a part file's name tells; 0 for another file.
pid_t process_of(std::string_view name) {
  if (!name.starts_with(prefix) || !name.ends_with(suffix) || name.size() < prefix.size() + suffix.size()) return 0;
  pid_t process = 0;
  const char* end = name.data() + name.size();
  const auto [after, error] = std::from_chars(name.data() + prefix.size(), end, process);
  return error == std::errc{} && after < end && *after == '-' && process > 0 ? process : 0;
}

/// Whether nobody writes it any more. Its writer holds a lock on it: a process of another container is not seen by its
/// number.
bool is_left_behind(const std::filesystem::path& path, pid_t process) {
  if (process == ::getpid() || ::kill(process, 0) == 0 || errno != ESRCH) return false;
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  return file.is_open() && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

}  // namespace

PartFile::PartFile(const std::filesystem::path& folder) {
  static std::atomic<unsigned> counter{first_number()};
  // The target's name is not part of it: that may already be as long as a name can be.
  path_ = folder / fmt::format("{}{}-{}{}", prefix, ::getpid(), counter++, suffix);
  slot_ = enter(path_);
}

PartFile::~PartFile() {
  if (path_.empty()) return;
  ::unlink(path_.c_str());
  disown();
}

void PartFile::disown() {
  path_.clear();
  if (slot_ >= 0) ::free(registered[static_cast<std::size_t>(slot_)].exchange(nullptr));
  slot_ = -1;
}

void remove_part_files() noexcept {
  for (auto& slot : registered) {
    if (const char* path = slot.exchange(nullptr); path != nullptr) ::unlink(path);
  }
}

void sweep_part_files(const std::filesystem::path& folder) {
  std::error_code unreadable;
  std::filesystem::directory_iterator entries(folder, unreadable);
  while (!unreadable && entries != std::filesystem::directory_iterator()) {
    const std::filesystem::path path = entries->path();
    entries.increment(unreadable);
    const pid_t process = process_of(path.filename().native());
    if (process != 0 && is_left_behind(path, process)) ::unlink(path.c_str());
  }
}

}  // namespace heteroscope
