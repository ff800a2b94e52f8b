#include "core/serving/received_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "core/base/error.hpp"
#include "core/link/files_there.hpp"

namespace heteroscope {
namespace {

[[noreturn]] void fail_to_write(const std::filesystem::path& path) {
  throw BadInput(fmt::format("cannot write {}: is the disk full?", path.string()));
}

}  // namespace

void ReceivedFiles::take(WireReader& wire) {
  FilePart part;
  wire(part);
  wire.finish();
  const bool right = is_content_name(part.content) && part.bytes.size() <= FilePart::most_bytes;
  if (!right) throw WireReader::damaged();
  const std::lock_guard lock(mutex_);
  if (part.at == 0) begin(part.content);
  if (!arriving_ || arriving_->content != part.content || arriving_->bytes != part.at) throw WireReader::damaged();
  arriving_->bytes += part.bytes.size();
  if (arriving_->bytes > FilesThere::most_bytes || bytes_ + arriving_->bytes > FilesThere::most_kept_bytes)
    throw WireReader::damaged();
  if (!arriving_->failure) arriving_->failure = attempt([&] { write(part.bytes); });
  if (part.is_last) end();
}

/// What has come of another file, whose sending was given up, goes.
void ReceivedFiles::begin(const std::string& content) {
  if (arriving_) forget(std::exchange(arriving_, std::nullopt)->content);
  forget(content);
  if (kept_.size() >= FilesThere::most_kept) throw WireReader::damaged();
  arriving_ = Arriving{};
  arriving_->content = content;
  arriving_->failure = attempt([&] {
    if (!folder_) folder_.emplace();
    arriving_->file = Descriptor(
        ::open(path_of(content).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR));
    if (!arriving_->file.is_open()) fail_to_write(path_of(content));
  });
}

void ReceivedFiles::write(const std::string& bytes) {
  arriving_->digest.add(bytes);
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t written = ::write(arriving_->file.get(), bytes.data() + done, bytes.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail_to_write(path_of(arriving_->content));
    done += static_cast<std::size_t>(written);
  }
}

void ReceivedFiles::end() {
  Arriving whole = *std::exchange(arriving_, std::nullopt);
  if (!whole.failure && whole.digest.hexadecimal() != whole.content)
    whole.failure = attempt([] { throw BadInput("a file was damaged while it was sent; try again"); });
  bytes_ += whole.bytes;
  kept_[whole.content] = {.bytes = whole.bytes, .failure = std::move(whole.failure)};
}

void ReceivedFiles::drop(WireReader& wire) {
  std::string content;
  wire(content);
  wire.finish();
  if (!is_content_name(content)) throw WireReader::damaged();
  const std::lock_guard lock(mutex_);
  forget(content);
}

void ReceivedFiles::clear() {
  const std::lock_guard lock(mutex_);
  arriving_.reset();
  kept_.clear();
  bytes_ = 0;
  folder_.reset();
}

/// Called with the mutex held.
void ReceivedFiles::forget(const std::string& content) {
  if (const auto at = kept_.find(content); at != kept_.end()) {
    bytes_ -= at->second.bytes;
    kept_.erase(at);
  }
  std::error_code not_there;
  if (folder_) std::filesystem::remove(path_of(content), not_there);
}

std::filesystem::path ReceivedFiles::path_of(const std::string& content) const {
  return folder_->path() / content;
}

std::filesystem::path ReceivedFiles::find(const std::string& content) const {
  const std::lock_guard lock(mutex_);
  const auto at = kept_.find(content);
  if (at == kept_.end()) throw BadInput("a file was not sent along");
  if (at->second.failure) raise(at->second.failure);
  return path_of(content);
}

}  // namespace heteroscope
