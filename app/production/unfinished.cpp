#include "app/production/unfinished.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "app/files/disk_room.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/io/file.hpp"
#include "core/process/signals.hpp"

namespace heteroscope {

std::filesystem::path unfinished_data(const std::filesystem::path& out) {
  return out.string() + ".unfinished";
}

std::filesystem::path unfinished_state(const std::filesystem::path& out) {
  return out.string() + ".unfinished.json";
}

Unfinished::Unfinished(std::filesystem::path out)
    : out_(std::move(out)), data_path_(unfinished_data(out_)), state_path_(unfinished_state(out_)), file_(out_) {}

void Unfinished::check_own() const {
  check_kept_file(data_path_);
  check_kept_file(state_path_);
}

std::string Unfinished::state_text() const {
  check_own();
  std::error_code none;
  if (!std::filesystem::exists(state_path_, none)) {
    throw BadInput(
        fmt::format("--resume: there is no {}, so there is no unfinished {}", state_path_.string(), out_.string()));
  }
  constexpr std::size_t most_bytes = std::size_t{1} << 26;
  return read_text(state_path_, most_bytes);
}

void Unfinished::refuse_another(std::string_view what, const std::string& difference) const {
  if (difference.empty()) return;
  throw BadInput(fmt::format("--resume: {} belongs to another {}: {}", state_path_.string(), what, difference));
}

void Unfinished::refuse_earlier() const {
  check_own();
  std::error_code none;
  if (!std::filesystem::exists(state_path_, none)) return;
  throw BadInput(fmt::format("{} is unfinished: --resume continues it; without {} it starts again", out_.string(),
                             state_path_.string()));
}

std::optional<double> Unfinished::room(std::uint64_t kept) const {
  std::optional<double> room = disk_room(data_path_);
  if (room) *room += static_cast<double>(kept);
  return room;
}

void Unfinished::open(bool resume, std::uint64_t kept, Locks locks) {
  check_own();
  const int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (resume ? 0 : O_CREAT);
  constexpr mode_t usual_permissions = 0644;  // less what the umask takes away
  descriptor_ = Descriptor(::open(data_path_.c_str(), flags, usual_permissions));
  if (!descriptor_.is_open()) throw BadInput(fmt::format("cannot write {}: {}", data_path_.string(), reason_of(errno)));
  if (locks == Locks::yes && ::flock(descriptor_.get(), LOCK_EX | LOCK_NB) != 0)
    throw BadInput(fmt::format("cannot write {}: another process is writing it", data_path_.string()));
  file_.use(descriptor_.get());
  if (file_.bytes() < kept)
    throw BadInput(fmt::format("--resume: {} is cut short: {} of {} bytes", data_path_.string(), file_.bytes(), kept));
}

void Unfinished::keep(const std::string& state_text) {
  file_.sync();
  write_kept_file(state_path_, state_text);
}

void Unfinished::finish() {
  file_.sync();
  const SignalsWait no_end_meanwhile;
  std::filesystem::path target = out_;
  struct stat earlier {};
  if (::stat(target.c_str(), &earlier) == 0) {
    target = std::filesystem::canonical(target);  // the file that a link names is replaced, not the link
    ::fchmod(descriptor_.get(), earlier.st_mode & 0777);
  }
  std::error_code failed;
  std::filesystem::rename(data_path_, target, failed);
  if (failed) throw BadInput(fmt::format("cannot write {}: {}", out_.string(), failed.message()));
  std::filesystem::remove(state_path_, failed);
}

void Unfinished::remove() const {
  std::error_code none;
  std::filesystem::remove(state_path_, none);
  std::filesystem::remove(data_path_, none);
}

}  // namespace heteroscope
