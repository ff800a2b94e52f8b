#include "app/production/queue/queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/link/reconnection.hpp"
#include "core/process/priority.hpp"

namespace heteroscope {

ProductionQueue::ProductionQueue(std::function<void()> changed) : changed_(std::move(changed)) {}

ProductionQueue::~ProductionQueue() {
  finish();
}

void ProductionQueue::finish() {
  end(true);
  worker_.join();
}

QueuedOrder* ProductionQueue::find(std::uint64_t id) {
  const auto found = std::ranges::find(orders_, id, &QueuedOrder::id);
  return found == orders_.end() ? nullptr : &*found;
}

template <class Edit>
void ProductionQueue::change(std::uint64_t id, Edit edit) {
  {
    const std::lock_guard lock(mutex_);
    if (QueuedOrder* const order = find(id)) edit(*order);
    ++revision_;
  }
  wake();
}

/// Its thread, which begins with the first order, and whoever looks on.
void ProductionQueue::wake() {
  {
    const std::lock_guard lock(mutex_);
    const bool any = std::ranges::find(orders_, OrderStatus::waiting, &QueuedOrder::standing) != orders_.end();
    if (any && !ending_ && !worker_.started()) {
      if (const Failure refused = worker_.start([this] { work(); })) {
        for (QueuedOrder& each : orders_) {
          if (each.standing != OrderStatus::waiting) continue;
          each.standing = OrderStatus::failed;
          each.line = refused.line;
        }
      }
    }
  }
  wake_.notify_all();
  if (changed_) changed_();
}

void ProductionQueue::add(std::shared_ptr<const Order> order) {
  {
    const std::lock_guard lock(mutex_);
    QueuedOrder next;
    next.id = ++last_id_;
    next.order = std::move(order);
    orders_.push_back(std::move(next));
    ++revision_;
  }
  wake();
}

void ProductionQueue::put_back(std::vector<QueuedOrder> orders) {
  {
    const std::lock_guard lock(mutex_);
    for (QueuedOrder& each : orders) {
      each.id = ++last_id_;
      each.stopping = false;
      if (each.standing == OrderStatus::waiting || each.standing == OrderStatus::running)
        each.standing = OrderStatus::stopped;
      orders_.push_back(std::move(each));
    }
  }
  wake();
}

void ProductionQueue::stop(std::uint64_t id) {
  change(id, [](QueuedOrder& order) {
    if (order.standing == OrderStatus::waiting) order.standing = OrderStatus::stopped;
    if (order.standing == OrderStatus::running) order.stopping = true;
  });
}

void ProductionQueue::resume(std::uint64_t id) {
  change(id, [](QueuedOrder& order) {
    if (order.standing != OrderStatus::stopped && order.standing != OrderStatus::failed) return;
    order.standing = OrderStatus::waiting;
    order.line.clear();
  });
}

void ProductionQueue::remove(std::uint64_t id) {
  std::shared_ptr<const Order> unfinished;
  {
    const std::lock_guard lock(mutex_);
    const QueuedOrder* const order = find(id);
    if (order == nullptr || order->standing == OrderStatus::running) return;
    if (order->begun && order->standing != OrderStatus::done) unfinished = order->order;
    std::erase_if(orders_, [&](const QueuedOrder& each) { return each.id == id; });
    ++revision_;
  }
  if (unfinished != nullptr) unfinished->discard();
  wake();
}

void ProductionQueue::hold(bool others_compute) {
  {
    const std::lock_guard lock(mutex_);
    if (held_ == others_compute) return;
    held_ = others_compute;
  }
  wake_.notify_all();
}

void ProductionQueue::end(bool at_once) {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    if (at_once) give_up_.request_stop();
  }
  wake_.notify_all();
}

std::vector<QueuedOrder> ProductionQueue::all() const {
  const std::lock_guard lock(mutex_);
  return orders_;
}

bool ProductionQueue::runs() const {
  const std::lock_guard lock(mutex_);
  return runs_;
}

bool ProductionQueue::computes() const {
  const std::lock_guard lock(mutex_);
  return computes_;
}

bool ProductionQueue::held() const {
  const std::lock_guard lock(mutex_);
  return held_;
}

std::uint64_t ProductionQueue::revision() const {
  const std::lock_guard lock(mutex_);
  return revision_;
}

void ProductionQueue::work() {
  let_all_others_first();
  for (;;) {
    std::uint64_t id = 0;
    std::shared_ptr<const Order> order;
    bool resume = false;
    {
      std::unique_lock lock(mutex_);
      const auto next = [this] { return std::ranges::find(orders_, OrderStatus::waiting, &QueuedOrder::standing); };
      wake_.wait(lock, [&] { return ending_ || next() != orders_.end(); });
      if (ending_) return;
      QueuedOrder& found = *next();
      found.standing = OrderStatus::running;
      id = found.id;
      order = found.order;
      resume = found.begun && order->unfinished();
      runs_ = true;
      ++revision_;
    }
    make(id, *order, resume);
  }
}

/// Has it made, as far as it goes.
void ProductionQueue::make(std::uint64_t id, const Order& order, bool resume) {
  Made made;
  std::string warning;
  const Failure failed = attempt([&] {
    const auto production =
        order.make(resume, {.stop = give_up_.get_token(), .progress = [&](std::string_view what, double share) {
                              const std::lock_guard lock(mutex_);
                              find(id)->making = what.empty() ? "" : fmt::format("{}, {:.0f} %", what, 100 * share);
                            }});
    warning = production->warning();
    change(id, [&](QueuedOrder& entry) { entry.note = warning; });
    const RetryLostLinks patient;
    made = production->run([&](const ProductionStep& step) { return go_on(id, step); });
  });
  change(id, [&](QueuedOrder& entry) {
    runs_ = false;
    computes_ = false;
    entry.stopping = false;
    entry.making.clear();
    entry.line = failed ? failed.line : made.line;
    entry.note = warning + (warning.empty() || made.note.empty() ? "" : "; ") + made.note;
    entry.standing = failed ? OrderStatus::failed : made.finished ? OrderStatus::done : OrderStatus::stopped;
    if (made.finished) entry.begun = false;
    if (!made.finished && !failed && !made.kept) entry.step.reset();
  });
}

bool ProductionQueue::go_on(std::uint64_t id, const ProductionStep& step) {
  std::unique_lock lock(mutex_);
  QueuedOrder& entry = *find(id);  // what runs is not removed
  if (!entry.begun) {
    entry.begun = true;
    ++revision_;
  }
  entry.step = step;
  computes_ = false;
  lock.unlock();
  if (changed_) changed_();
  lock.lock();
  const auto stopped = [&] { return ending_ || find(id)->stopping; };
  wake_.wait(lock, [&] { return stopped() || !held_; });
  computes_ = !stopped();
  return computes_;
}

}  // namespace heteroscope
