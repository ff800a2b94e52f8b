#include "core/io/file_watch.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/io/file.hpp"

namespace heteroscope {
namespace {

constexpr std::uint32_t looked_for =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

std::string reason() {
  return errno == ENOSPC ? "the system's limit of watched folders is reached; raise fs.inotify.max_user_watches"
                         : std::strerror(errno);
}

bool is_something_at(const std::filesystem::path& path) {
  std::error_code failed;
  return std::filesystem::exists(path, failed) && !failed;
}

}  // namespace

FileWatch::FileWatch(Tell tell, std::size_t limit, std::chrono::milliseconds patience)
    : tell_(std::move(tell)), limit_(limit), patience_(patience) {}

FileWatch::~FileWatch() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake();
  worker_.join();
}

void FileWatch::add(const std::filesystem::path& path, std::string known) {
  {
    const std::lock_guard lock(mutex_);
    begin();
    Folder& folder = folders_[path.parent_path()];
    if (folder.number < 0 && !watch(path.parent_path(), folder))
      throw BadInput(fmt::format("{}: cannot be watched: {}", path.parent_path().string(), reason()));
    Watched& file = folder.files[path.filename().string()];
    file.known = std::move(known);
    touch(file, false);
  }
  wake();
}

void FileWatch::begin() {
  if (worker_.started()) return;
  open();
  const Failure refused = worker_.start([this] { run(); });
  if (refused) throw BadInput(refused.line);
}

void FileWatch::open() {
  events_ = Descriptor(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  wake_ = Descriptor(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  if (!events_.is_open() || !wake_.is_open())
    throw BadInput(fmt::format("no file can be watched: {}", std::strerror(errno)));
}

void FileWatch::wake() const {
  if (wake_.is_open()) eventfd_write(wake_.get(), 1);
}

void FileWatch::run() {
  for (;;) {
    std::array<pollfd, 2> waits{pollfd{.fd = events_.get(), .events = POLLIN, .revents = 0},
                                pollfd{.fd = wake_.get(), .events = POLLIN, .revents = 0}};
    poll(waits.data(), waits.size(), turn_ms());
    eventfd_t ignored = 0;
    eventfd_read(wake_.get(), &ignored);
    take_events();
    {
      const std::lock_guard lock(mutex_);
      if (ending_) return;
      watch_again();
    }
    read_what_is_due();
  }
}

/// Returns for how many milliseconds nothing has to be done; -1: until something happens.
int FileWatch::turn_ms() const {
  constexpr std::chrono::milliseconds until_looked_again{500};  // for a folder that was gone
  const std::lock_guard lock(mutex_);
  std::optional<Clock::time_point> next;
  const auto by = [&](Clock::time_point when) { next = std::min(next.value_or(when), when); };
  for (const auto& [path, folder] : folders_) {
    if (folder.number < 0) by(Clock::now() + until_looked_again);
    for (const auto& [name, file] : folder.files) {
      if (file.due) by(*file.due);
    }
  }
  if (!next) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*next - Clock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

void FileWatch::take_events() {
  alignas(inotify_event) std::array<char, 16384> bytes;
  for (;;) {
    const ssize_t count = read(events_.get(), bytes.data(), bytes.size());
    if (count <= 0) return;
    const std::lock_guard lock(mutex_);
    for (std::ptrdiff_t at = 0; at < count;) {
      inotify_event event;
      std::memcpy(&event, bytes.data() + at, sizeof event);
      const char* const name = bytes.data() + at + sizeof event;
      take(event.wd, event.mask, event.len == 0 ? std::string() : std::string(name));
      at += static_cast<std::ptrdiff_t>(sizeof event + event.len);
    }
  }
}

/// Called with the mutex held, as are all below that change folders_.
void FileWatch::take(int number, unsigned mask, const std::string& name) {
  for (auto& [path, folder] : folders_) {
    if ((mask & IN_Q_OVERFLOW) != 0) touch_all(folder);
    if (folder.number != number) continue;
    if ((mask & (IN_IGNORED | IN_MOVE_SELF)) != 0) {
      if ((mask & IN_MOVE_SELF) != 0) inotify_rm_watch(events_.get(), number);
      folder.number = -1;
      touch_all(folder);
      continue;
    }
    const auto file = folder.files.find(name);
    if (file != folder.files.end()) touch(file->second, (mask & IN_CREATE) != 0);
  }
}

void FileWatch::touch(Watched& file, bool is_new) const {
  file.due = Clock::now() + patience_;
  file.is_new = is_new;
}

void FileWatch::touch_all(Folder& folder) const {
  for (auto& [name, file] : folder.files) touch(file, false);
}

/// Watches the folders that have come back.
void FileWatch::watch_again() {
  for (auto& [path, folder] : folders_) {
    if (folder.number < 0 && watch(path, folder)) touch_all(folder);
  }
}

bool FileWatch::watch(const std::filesystem::path& path, Folder& folder) const {
  folder.number = inotify_add_watch(events_.get(), path.c_str(), looked_for);
  return folder.number >= 0;
}

void FileWatch::read_what_is_due() {
  std::vector<FileChange> changes;
  {
    const std::lock_guard lock(mutex_);
    const Clock::time_point now = Clock::now();
    for (auto& [path, folder] : folders_) {
      for (auto& [name, file] : folder.files) {
        if (!file.due || *file.due > now) continue;
        file.due.reset();
        if (auto change = look(path / name, file)) changes.push_back(*std::move(change));
      }
    }
  }
  for (const FileChange& each : changes) tell_(each);
}

/// Returns the change of the file; none: it has not changed, or is a new file that is still being written.
std::optional<FileChange> FileWatch::look(const std::filesystem::path& path, Watched& file) const {
  FileChange out{.path = path, .text = std::nullopt, .why = {}};
  const bool is_there = is_something_at(path);
  const Failure unread = is_there ? attempt([&] { out.text = read_text(path, limit_); }) : Failure{};
  const bool still_written = file.is_new && out.text && out.text->empty();
  if (still_written || (!unread && out.text == file.known)) return std::nullopt;
  if (!out.text) out.why = is_there ? unread.line : path.string() + " is gone";
  if (is_there && !out.text && !file.known) return std::nullopt;
  file.known = out.text;
  return out;
}

}  // namespace heteroscope
