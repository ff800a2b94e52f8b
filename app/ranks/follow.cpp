#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <stop_token>
#include <utility>

#include "app/ranks/asking.hpp"
#include "app/ranks/shared_pieces.hpp"
#include "core/base/watch.hpp"
#include "core/base/worker.hpp"
#include "core/world/messages.hpp"

namespace heteroscope {
namespace {

using Bytes = std::vector<std::byte>;

/// Two threads: the caller's computes, the desk talks with rank 0. Pieces lie here until rank 0 sends for them.
class Follower {
 public:
  Follower(Ranks& ranks, SharedPieces work) : world_(ranks.world()), work_(std::move(work)), asking_(work_.held) {}

  void run() {
    Failure failed = desk_.start([this] {
      const Failure lost = attempt([&] { talk(); });
      const std::lock_guard lock(mutex_);
      ended_.request_stop();
      changed_.notify_all();
      if (lost) raise(lost);
    });
    if (!failed) failed = attempt([&] { compute_all(); });
    if (const Failure encoding = encoder_.join(); !failed) failed = encoding;
    if (failed)
      world_.send(0, message_of({.about = About::failed, .number = static_cast<int>(failed.kind)}, failed.line));
    if (const Failure talking = desk_.join(); !failed) failed = talking;
    if (failed) raise(failed);
  }

 private:
  void compute_all() {
    for (;;) {
      std::int64_t piece = 0;
      {
        std::unique_lock lock(mutex_);
        waits_ = true;
        changed_.wait(lock, [&] { return ended_.stop_requested() || !orders_.empty(); });
        waits_ = false;
        if (ended_.stop_requested()) return;
        piece = orders_.front();
        orders_.pop_front();
        asking_.begun();
      }
      const Watch watch;
      std::optional<ComputedPiece> made = work_.compute(piece, ended_.get_token());
      const double computing_s = watch.ms() / 1000;
      if (!made) return;
      if (const Failure failed = encoder_.join()) raise(failed);
      const Watch encoding;
      const Failure refused = encoder_.start([this, encoding, piece, computing_s, made = std::move(*made)] {
        Bytes bytes = made.encode();
        const Head head{.about = About::made,
                        .unit_bytes = static_cast<std::int32_t>(made.unit.size()),
                        .number = piece,
                        .bytes = bytes.size(),
                        .compute_ms = made.compute_ms,
                        .operations = made.operations,
                        .computing_s = computing_s,
                        .encoding_s = encoding.ms() / 1000};
        const std::lock_guard lock(mutex_);
        world_.send(0, message_of(head, made.unit + made.note));
        outbox_.emplace(piece, std::move(bytes));
      });
      if (refused) raise(refused);
    }
  }

  /// The desk, until the end has come.
  void talk() {
    bool stopped = false;
    auto said = std::chrono::steady_clock::now();
    for (Patience patience; !ended_.stop_requested(); patience.wait()) {
      while (!ended_.stop_requested()) {  // what comes after the end is for Ranks::part()
        const auto message = world_.receive();
        if (!message) break;
        patience.reset();
        const Head head = head_of(message->bytes);
        const std::lock_guard lock(mutex_);
        if (head.about == About::compute) {
          orders_.push_back(head.number);
          asking_.ordered();
        } else if (head.about == About::give) {
          const auto there = outbox_.extract(head.number);
          world_.send(0, message_of({.about = About::piece, .number = head.number}, there.mapped()));
          asking_.given();
        } else {
          ended_.request_stop();
        }
        changed_.notify_all();
      }
      {
        const std::lock_guard lock(mutex_);
        if (asking_.asks()) world_.send(0, message_of({.about = About::ask}));
        if (asking_.idles(waits_)) world_.send(0, message_of({.about = About::idle}));
      }
      if (const auto now = std::chrono::steady_clock::now(); now - said > between_signs) {
        said = now;
        world_.send(0, message_of({.about = About::alive}));
      }
      if (!stopped && !work_.go_on(0)) {
        world_.send(0, message_of({.about = About::stopped}));
        stopped = true;
      }
      world_.all_sent();
    }
  }

  World& world_;
  SharedPieces work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::int64_t> orders_;
  std::map<std::int64_t, Bytes> outbox_;
  Asking asking_;
  bool waits_ = false;  ///< for an order
  std::stop_source ended_;
  Worker encoder_, desk_;
};

}  // namespace

void follow(Ranks& ranks, SharedPieces work) {
  Follower(ranks, std::move(work)).run();
}

}  // namespace heteroscope
