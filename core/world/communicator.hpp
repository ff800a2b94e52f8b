#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <span>
#include <stop_token>
#include <vector>

#include "core/base/failure.hpp"
#include "core/base/worker.hpp"
#include "core/world/messages.hpp"
#include "core/world/world.hpp"

namespace heteroscope {

/// Ranks that compute something together, each a part of it, and tell each other what they have computed on the way.
/// All do the same in the same order, so that a rank knows whose message comes next. A thread of each receives what
/// comes and moves on what goes while the others compute. One thread at a time sends and receives.
class Communicator {
 public:
  /// `stop`: by which somebody asks for the end; looked at now and then while it waits. `silence`: after how long a
  /// rank that is waited for is given up. To be made once all ranks have agreed (app/ranks/ranks.hpp), by all of them.
  Communicator(World& world, std::stop_token stop, std::chrono::milliseconds silence = longest_silence);
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  [[nodiscard]] int rank() const { return world_.rank(); }
  [[nodiscard]] int count() const { return world_.count(); }
  [[nodiscard]] World& world() const { return world_; }
  /// Waits for all ranks to be here: from now on they may write to each other.
  void begin();
  /// Receives nothing any more: what comes from now on is for others to take.
  void end();
  /// Does not wait. `parts` are copied, one behind the other.
  void send(int to, std::span<const std::span<const std::byte>> parts);
  void send(int to, std::span<const std::byte> bytes) { send(to, std::span(&bytes, 1)); }
  /// The next message from that rank, of which rest_of() is what was sent. Throws what ended it, with its number; and
  /// where it has died or somebody wants the end.
  std::vector<std::byte> receive(int from);
  /// Waits until `there(late)`, which that rank brings about by other means than messages; late: it takes long. Throws
  /// as receive() does.
  void await(int from, const std::function<bool(bool late)>& there);
  /// How long another rank is still waited for, each time, when somebody wants the end; 0 unless said. For ranks that
  /// agree on their end by themselves: with one that has died they never will.
  void set_patience(std::chrono::milliseconds patience) { patience_ = patience; }
  /// Throws where somebody wants the end: for who does not wait.
  void end_if_asked() const;
  /// The largest of what all ranks say; NaN if one says so.
  double largest(double own);
  /// Tells all others that this rank cannot go on.
  void fail(const Failure& failure) noexcept;

  /// A rank has not been heard of for so long that it is given up.
  [[nodiscard]] bool lost() const { return lost_; }

 private:
  using Clock = std::chrono::steady_clock;
  /// The messages that have come from a rank.
  struct Mail {
    std::deque<std::vector<std::byte>> messages;
    Clock::time_point heard = Clock::now();
  };
  /// Takes in what has come, and moves on what goes. Whether anything is still on its way, here or there.
  bool look();
  void look_again_and_again();
  /// Throws what ended the rank that is waited for, or all.
  void check(int from, Clock::duration waited);

  World& world_;
  std::stop_token stop_;
  std::chrono::milliseconds silence_;
  std::chrono::milliseconds patience_{0};
  std::mutex mutex_;
  std::vector<Mail> mail_;  ///< by rank
  Failure failed_;          ///< of another rank, with its number
  std::atomic<bool> lost_ = false;
  std::atomic<bool> ends_ = false;
  Worker postman_;
};

}  // namespace heteroscope
