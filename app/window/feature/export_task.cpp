#include "app/window/feature/export_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <utility>

#include "core/base/completion.hpp"
#include "core/base/worker.hpp"

namespace heteroscope {

struct ExportTask::State {
  struct Order {
    std::uint64_t number = 0;
    std::string stem;
    std::string extension;
    Make make;
  };

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::deque<Order> orders;
  std::uint64_t last_number = 0;
  bool working = false;
  bool ending = false;
  std::vector<ExportOutcome> outcomes;
  Worker worker;

  static ExportOutcome carry_out(const Order& order) {
    ExportOutcome out;
    out.number = order.number;
    const Failure failed =
        attempt([&] { out.path = write_numbered(export_folder(), order.stem, order.extension, order.make); });
    out.error = failed.line;
    return out;
  }

  void run() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return ending || !orders.empty(); });
      if (orders.empty()) return;
      const Order order = std::move(orders.front());
      orders.pop_front();
      working = true;
      lock.unlock();
      ExportOutcome outcome = carry_out(order);
      lock.lock();
      working = false;
      outcomes.push_back(std::move(outcome));
      lock.unlock();
      announce_completion();
      lock.lock();
    }
  }
};

std::filesystem::path export_folder() {
  const char* chosen = std::getenv("HETEROSCOPE_EXPORT_DIR");
  const std::filesystem::path folder = chosen != nullptr && *chosen != '\0' ? chosen : ".";
  std::error_code failed;
  const std::filesystem::path absolute = std::filesystem::absolute(folder, failed);
  return failed ? folder : absolute.lexically_normal();
}

namespace {

/// The highest number in names like "STEM-003.EXTENSION"; 0 where there is none, or where the folder shows no names.
/// Numbers of more digits than anyone counts to are not ours.
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

ExportTask::ExportTask() : state_(std::make_unique<State>()) {}

ExportTask::~ExportTask() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->ending = true;
  }
  state_->changed.notify_one();
  state_->worker.join();
}

std::uint64_t ExportTask::start(std::string stem, std::string extension, Make make) {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(state_->mutex);
    number = ++state_->last_number;
    const Failure refused =
        state_->worker.started() ? Failure{} : state_->worker.start([state = state_.get()] { state->run(); });
    if (refused) {
      state_->outcomes.push_back({number, {}, "cannot write " + stem + extension + ": " + refused.line});
      return number;
    }
    state_->orders.push_back({number, std::move(stem), std::move(extension), std::move(make)});
  }
  state_->changed.notify_one();
  return number;
}

std::size_t ExportTask::drop_waiting() {
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->orders, {}).size();
}

std::vector<ExportOutcome> ExportTask::take() {
  const std::lock_guard lock(state_->mutex);
  std::vector<ExportOutcome> out;
  out.swap(state_->outcomes);
  return out;
}

std::size_t ExportTask::left() const {
  const std::lock_guard lock(state_->mutex);
  return state_->orders.size() + (state_->working ? 1 : 0);
}

}  // namespace heteroscope
