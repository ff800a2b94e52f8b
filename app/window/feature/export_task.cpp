#include "app/window/feature/export_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "core/base/completion.hpp"

namespace heteroscope {

std::filesystem::path export_folder() {
  const char* chosen = std::getenv("HETEROSCOPE_EXPORT_DIR");
  const std::filesystem::path folder = chosen != nullptr && *chosen != '\0' ? chosen : ".";
  std::error_code failed;
  const std::filesystem::path absolute = std::filesystem::absolute(folder, failed);
  return failed ? folder : absolute.lexically_normal();
}

namespace {

/// The highest number in names like "STEM-003.EXTENSION"; 0 where there is none, or where the folder shows no names.
/// Numbers with too many digits for a counter are ignored.
std::uint64_t highest_number(const std::filesystem::path& folder, const std::string& stem,
                             const std::string& extension) {
  constexpr std::ptrdiff_t most_digits = 18;
  std::uint64_t highest = 0;
  std::error_code unreadable;
  std::filesystem::directory_iterator entries(folder, unreadable);
  for (; !unreadable && entries != std::filesystem::directory_iterator(); entries.increment(unreadable)) {
    const std::string name = entries->path().filename().string();
    if (!name.starts_with(stem + "-") || !name.ends_with(extension)) continue;
    std::uint64_t number = 0;
    const char* begin = name.data() + stem.size() + 1;
    const char* end = name.data() + name.size() - extension.size();
    const bool short_enough = begin < end && end - begin <= most_digits;
    if (short_enough && std::from_chars(begin, end, number).ptr == end) highest = std::max(highest, number);
  }
  return highest;
}

}  // namespace

std::filesystem::path write_numbered(const std::filesystem::path& folder, const std::string& stem,
                                     const std::string& extension, const Make& make) {
  std::uint64_t number = highest_number(folder, stem, extension);
  const auto next = [&] { return folder / fmt::format("{}-{:03}{}", stem, ++number, extension); };
  std::filesystem::path path = next();
  NewFile file(path, NewFile::Earlier::kept, make);
  while (!file.put_new(path)) path = next();
  return path;
}

void ExportTask::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return ending_ || !orders_.empty(); });
    if (orders_.empty()) return;
    const Order order = std::move(orders_.front());
    orders_.pop_front();
    working_ = true;
    lock.unlock();
    ExportOutcome outcome{.number = order.number, .path = {}, .error = {}};
    outcome.error =
        attempt([&] { outcome.path = write_numbered(export_folder(), order.stem, order.extension, order.make); }).line;
    lock.lock();
    working_ = false;
    outcomes_.push_back(std::move(outcome));
    lock.unlock();
    announce_completion();
    lock.lock();
  }
}

ExportTask::~ExportTask() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  worker_.join();
}

std::uint64_t ExportTask::start(std::string stem, std::string extension, Make make) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t number = ++last_number_;
  const Failure refused = worker_.started() ? Failure{} : worker_.start([this] { run(); });
  if (refused) {
    outcomes_.push_back({number, {}, "cannot write " + stem + extension + ": " + refused.line});
  } else {
    orders_.push_back({number, std::move(stem), std::move(extension), std::move(make)});
    changed_.notify_one();
  }
  return number;
}

std::size_t ExportTask::drop_waiting() {
  const std::lock_guard lock(mutex_);
  return std::exchange(orders_, {}).size();
}

std::vector<ExportOutcome> ExportTask::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(outcomes_, {});
}

std::size_t ExportTask::left() const {
  const std::lock_guard lock(mutex_);
  return orders_.size() + (working_ ? 1 : 0);
}

}  // namespace heteroscope
