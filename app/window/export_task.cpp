#include "app/window/export_task.hpp"

#include <fmt/format.h>

#include <charconv>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <utility>

#include "core/worker.hpp"

namespace heteroscope {

struct ExportTask::State {
  struct Order {
    std::string stem;
    std::string extension;
    Writer writer;
  };

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::deque<Order> orders;
  bool working = false;
  bool ending = false;
  std::vector<ExportOutcome> outcomes;
  Worker worker;

  static ExportOutcome carry_out(const Order& order) {
    ExportOutcome out;
    const Failure failed = attempt([&] {
      out.path = numbered_path(export_folder(), order.stem, order.extension);
      order.writer(out.path);
    });
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

ExportTask::ExportTask() : state_(std::make_unique<State>()) {}

ExportTask::~ExportTask() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->ending = true;
  }
  state_->changed.notify_one();
  state_->worker.join();
}

void ExportTask::start(std::string stem, std::string extension, Writer writer) {
  {
    const std::lock_guard lock(state_->mutex);
    const Failure refused =
        state_->worker.started() ? Failure{} : state_->worker.start([state = state_.get()] { state->run(); });
    if (refused) {
      state_->outcomes.push_back({{}, "cannot write " + stem + extension + ": " + refused.line});
      return;
    }
    state_->orders.push_back({std::move(stem), std::move(extension), std::move(writer)});
  }
  state_->changed.notify_one();
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
