#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/production/queue/order.hpp"
#include "core/base/worker.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

enum class OrderStatus {
  waiting,
  running,
  stopped,  ///< by a person, or by the program's end; it can be gone on with
  done,
  failed,
};
template <>
inline constexpr std::array<IdTable<OrderStatus>, 5> ids<OrderStatus>{{{OrderStatus::waiting, "waiting"},
                                                                       {OrderStatus::running, "running"},
                                                                       {OrderStatus::stopped, "stopped"},
                                                                       {OrderStatus::done, "done"},
                                                                       {OrderStatus::failed, "failed"}}};

/// An order, and what has become of it.
struct QueuedOrder {
  std::uint64_t id = 0;
  std::shared_ptr<const Order> order;
  OrderStatus standing = OrderStatus::waiting;
  bool begun = false;                  ///< what is unfinished beside its file is its own
  bool stopping = false;               ///< it runs, to the end of the step under way
  std::optional<ProductionStep> step;  ///< where it is or was
  std::string making;                  ///< how far that is which the step begins with; empty: nothing is known of it
  std::string line;                    ///< done: what was made; stopped: how far it is; failed: why
  std::string note;                    ///< what a person should know beside; empty: nothing
};

/// Orders, made one after the other on a thread that lets everything else go first. One that fails, or is stopped,
/// keeps none of the others waiting.
class ProductionQueue {
 public:
  /// `changed` is called, on the queue's thread too, when there is something new to be shown.
  explicit ProductionQueue(std::function<void()> changed = {});
  /// Gives up the step under way; what is finished is kept.
  ~ProductionQueue();
  ProductionQueue(const ProductionQueue&) = delete;
  ProductionQueue& operator=(const ProductionQueue&) = delete;

  /// Behind all others.
  void add(std::shared_ptr<const Order> order);
  /// Adds the orders that an earlier program has left. None begins by itself: those that waited or ran are stopped.
  void put_back(std::vector<QueuedOrder> orders);
  /// One that runs ends after the step under way; one that waits does not begin. Of others nothing.
  void stop(std::uint64_t id);
  /// One that was stopped or has failed waits again, in its place.
  void resume(std::uint64_t id);
  /// Takes one that does not run off the list, with what is unfinished of it.
  void remove(std::uint64_t id);
  /// While it is set no step begins: others are computing.
  void hold(bool others_compute);
  /// No order begins any more, and the one that runs ends after its step; with `at_once` that is given up.
  void end(bool at_once);
  /// Ends at once, and waits for that: what all() says then stays so.
  void finish();

  [[nodiscard]] std::vector<QueuedOrder> all() const;
  /// An order runs, in whatever step.
  [[nodiscard]] bool runs() const;
  /// A step is under way.
  [[nodiscard]] bool computes() const;
  [[nodiscard]] bool held() const;
  /// Changes with all that is to be remembered.
  [[nodiscard]] std::uint64_t revision() const;

 private:
  void wake();
  void work();
  void make(std::uint64_t id, const Order& order, bool resume);
  bool go_on(std::uint64_t id, const ProductionStep& step);
  /// Null where there is none of that id.
  QueuedOrder* find(std::uint64_t id);
  /// `edit(order)` where there is one; whoever looks on is told.
  template <class Edit>
  void change(std::uint64_t id, Edit edit);

  std::function<void()> changed_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<QueuedOrder> orders_;  // with all that follows: guarded by the mutex
  std::uint64_t last_id_ = 0;
  std::uint64_t revision_ = 0;
  bool runs_ = false;
  bool computes_ = false;
  bool held_ = false;
  bool ending_ = false;
  std::stop_source give_up_;
  Worker worker_;  // last: joined before what it writes to goes
};

}  // namespace heteroscope
