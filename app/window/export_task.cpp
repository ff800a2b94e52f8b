#include "app/window/export_task.hpp"

#include <fmt/format.h>

#include <charconv>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <stdexcept>

namespace heteroscope {

struct ExportTask::State {
  struct Order {
    std::string stem;
    std::string extension;
    Writer writer;
  };

  mutable std::mutex mutex;
  std::condition_variable_any changed;
  std::deque<Order> orders;
  bool working = false;
  std::vector<ExportOutcome> outcomes;
  std::jthread thread;

  static ExportOutcome carry_out(const Order& order) {
    ExportOutcome out;
    try {
      out.path = numbered_path(export_folder(), order.stem, order.extension);
      order.writer(out.path);
    } catch (const std::runtime_error& failure) {
      out.error = failure.what();
    }
    return out;
  }

  void run(const std::stop_token& stop) {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, stop, [&] { return !orders.empty(); });
      if (orders.empty()) return;
      const Order order = std::move(orders.front());
      orders.pop_front();
      working = true;
      lock.unlock();
      ExportOutcome outcome = carry_out(order);
      lock.lock();
      working = false;
      outcomes.push_back(std::move(outcome));
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

std::filesystem::path numbered_path(const std::filesystem::path& folder, const std::string& stem,
                                    const std::string& extension) {
  int highest = 0;
  std::error_code unreadable;  // the writer then reports the folder, with the system's reason
  for (const auto& entry : std::filesystem::directory_iterator(folder, unreadable)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(stem + "-") || !name.ends_with(extension)) continue;
    int number = 0;
    const char* begin = name.data() + stem.size() + 1;
    const char* end = name.data() + name.size() - extension.size();
    if (begin < end && std::from_chars(begin, end, number).ptr == end) highest = std::max(highest, number);
  }
  return folder / fmt::format("{}-{:03}{}", stem, highest + 1, extension);
}

ExportTask::ExportTask() : state_(std::make_unique<State>()) {
  state_->thread = std::jthread([state = state_.get()](const std::stop_token& stop) { state->run(stop); });
}

ExportTask::~ExportTask() = default;

void ExportTask::start(std::string stem, std::string extension, Writer writer) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->orders.push_back({std::move(stem), std::move(extension), std::move(writer)});
  }
  state_->changed.notify_one();
}

std::vector<ExportOutcome> ExportTask::take() {
  const std::lock_guard lock(state_->mutex);
  std::vector<ExportOutcome> out;
  out.swap(state_->outcomes);
  return out;
}

bool ExportTask::busy() const {
  const std::lock_guard lock(state_->mutex);
  return state_->working || !state_->orders.empty();
}

}  // namespace heteroscope
