#include "core/io/new_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {
namespace {

constexpr mode_t usual_permissions = 0644;  // less what the umask takes away

std::atomic<bool> nameless_allowed{true};

[[noreturn]] void fail(const std::filesystem::path& path, int code) {
  throw BadInput(fmt::format("cannot write {}: {}", path.string(), reason_of(code)));
}

/// The name under which the system knows an open file that has none.
std::string descriptor_name(const Descriptor& file) {
  return fmt::format("/proc/self/fd/{}", file.get());
}

/// 0, or the system's error: EEXIST if something has that name.
int link_nameless(const Descriptor& file, const std::filesystem::path& name) {
  const int result = ::linkat(AT_FDCWD, descriptor_name(file).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW);
  return result == 0 ? 0 : errno;
}

/// 0, or the system's error.
int write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return 0;
}

/// Gives the file another name unless something has that: 0, or the system's error, EEXIST then. Not every file system
/// can do it in one step; some know no links either, and there an empty file claims the name first.
int rename_to_new(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP) return errno;
  if (::link(from.c_str(), to.c_str()) == 0) {
    ::unlink(from.c_str());
    return 0;
  }
  if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return errno;
  const Descriptor claim(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, usual_permissions));
  if (!claim.is_open()) return errno;
  if (::rename(from.c_str(), to.c_str()) == 0) return 0;
  const int code = errno;
  ::unlink(to.c_str());
  return code;
}

}  // namespace

void check_kept_file(const std::filesystem::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return;
  const auto refuse = [&](const char* what) {
    throw BadInput(fmt::format("cannot write {}: {}; this program did not make it: move it away", path.string(), what));
  };
  if (S_ISLNK(status.st_mode)) refuse("it is a symbolic link");
  if (!S_ISREG(status.st_mode)) refuse("it is not a regular file");
  if (status.st_nlink > 1) refuse("it has several names (hard links)");
}

void NewFile::allow_nameless(bool allowed) {
  nameless_allowed = allowed;
}

NewFile::NewFile(const std::filesystem::path& path, Earlier earlier, const Make& make) : path_(path), target_(path) {
  begin(earlier);
  make([this](std::span<const std::byte> bytes) {
    if (const int code = write_all(file_.get(), bytes); code != 0) fail(path_, code);
  });
  end();
}

NewFile::NewFile(const std::filesystem::path& path, Earlier earlier, const MakeAnywhere& make)
    : path_(path), target_(path) {
  begin(earlier);
  PositionedFile file(path_);
  file.use(file_.get());
  make(file);
  end();
}

void NewFile::begin(Earlier earlier) {
  if (path_.filename().empty()) fail(path_, EISDIR);
  if (earlier == Earlier::replaced) look_at_earlier();
  if (earlier == Earlier::own) look_at_own();
  if (!target_.has_parent_path()) target_ = "." / target_;
  sweep_part_files(target_.parent_path());
  open();
  if (replaces_ && ::fchmod(file_.get(), permissions_) != 0) fail(path_, errno);
}

void NewFile::end() {
  // EINVAL: a file system that has nothing to synchronize.
  if (::fsync(file_.get()) != 0 && errno != EINVAL) fail(path_, errno);
}

void NewFile::look_at_own() {
  check_kept_file(path_);
  struct stat status {};
  replaces_ = ::lstat(path_.c_str(), &status) == 0;
  permissions_ = status.st_mode & 0777;
}

void NewFile::look_at_earlier() {
  struct stat status {};
  replaces_ = ::stat(path_.c_str(), &status) == 0;
  if (!replaces_) return;
  if (S_ISDIR(status.st_mode)) fail(path_, EISDIR);
  // A device or a pipe (/dev/stdout, /dev/full) has no place beside it and cannot be replaced.
  if (!S_ISREG(status.st_mode)) {
    throw BadInput(Wrong::kind, path_.string(),
                   fmt::format("cannot write {}: it is not a regular file", path_.string()));
  }
  // Renaming needs no right to the file that it replaces; a file made read-only is meant to stay.
  if (::access(path_.c_str(), W_OK) != 0) fail(path_, errno);
  permissions_ = status.st_mode & 0777;
  // The file that a link names is replaced, not the link.
  std::error_code error;
  target_ = std::filesystem::canonical(path_, error);
  if (error) fail(path_, error.value());
}

NewFile::~NewFile() {
  if (put_for_now_) undo();
}

void NewFile::open() {
  const std::filesystem::path folder = target_.parent_path();
  if (nameless_allowed) {
    file_ = Descriptor(::open(folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, usual_permissions));
    // Without /proc it could never get a name.
    if (file_.is_open() && ::access(descriptor_name(file_).c_str(), F_OK) == 0) return;
  }
  open_hidden();
}

void NewFile::open_hidden() {
  constexpr int anew = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC;
  while (true) {
    hidden_ = std::make_unique<PartFile>(target_.parent_path());
    file_ = Descriptor(::open(hidden_->path().c_str(), anew, usual_permissions));
    if (file_.is_open()) break;
    const int code = errno;
    hidden_->disown();
    if (code != EEXIST) fail(path_, code);
  }
  ::flock(file_.get(), LOCK_EX | LOCK_NB);  // says that somebody still writes it
}

void NewFile::give_hidden_name() {
  while (true) {
    hidden_ = std::make_unique<PartFile>(target_.parent_path());
    const int code = link_nameless(file_, hidden_->path());
    if (code == 0) return;
    hidden_->disown();
    if (code != EEXIST) fail(path_, code);
  }
}

void NewFile::put() {
  // A link cannot replace: what has no name gets its own at once only where nothing has it.
  if (hidden_ == nullptr && !replaces_) {
    if (link_nameless(file_, target_) == 0) return;
  }
  if (hidden_ == nullptr) give_hidden_name();
  if (::rename(hidden_->path().c_str(), target_.c_str()) != 0) fail(path_, errno);
}

void NewFile::put_for_now() {
  if (replaces_) {
    earlier_ = std::make_unique<PartFile>(target_.parent_path());
    // On a file system without links nothing can be undone.
    if (::link(target_.c_str(), earlier_->path().c_str()) != 0) earlier_.reset();
  }
  put();
  put_for_now_ = true;
}

void NewFile::undo() noexcept {
  if (!replaces_) {
    ::unlink(target_.c_str());
  } else if (earlier_ != nullptr) {
    ::rename(earlier_->path().c_str(), target_.c_str());
  }
  done();
}

void NewFile::done() noexcept {
  put_for_now_ = false;
  earlier_.reset();
}

bool NewFile::put_new(const std::filesystem::path& path) {
  const int code = hidden_ == nullptr ? link_nameless(file_, path) : rename_to_new(hidden_->path(), path);
  if (code != 0 && code != EEXIST) fail(path, code);
  return code == 0;
}

}  // namespace heteroscope
