#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <utility>

#include "app/ranks/shared_pieces.hpp"
#include "core/base/worker.hpp"
#include "core/world/letters.hpp"

namespace heteroscope {
namespace {

using Bytes = std::vector<std::byte>;

/// Two threads: the caller's computes, the desk talks with rank 0. Pieces lie here until rank 0 sends for them.
class Follower {
 public:
  Follower(Ranks& ranks, SharedPieces work) : world_(ranks.world()), work_(std::move(work)) {}

  void run() {
    Failure failed = desk_.start([this] {
      const Failure lost = attempt([&] { talk(); });
      const std::lock_guard lock(mutex_);
      ended_ = true;
      changed_.notify_all();
      if (lost) raise(lost);
    });
    if (!failed) failed = attempt([&] { compute_all(); });
    if (const Failure encoding = encoder_.join(); !failed) failed = encoding;
    if (failed)
      world_.send(0, letter_of({.about = About::failed, .number = static_cast<int>(failed.kind)}, failed.line));
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
        changed_.wait(lock, [&] { return ended_ || !orders_.empty(); });
        waits_ = false;
        if (ended_) return;
        piece = orders_.front();
        orders_.pop_front();
        ++unfinished_;
      }
      std::optional<ComputedPiece> made = work_.compute(piece, ended_);
      if (!made) return;
      if (const Failure failed = encoder_.join()) raise(failed);
      const Failure refused = encoder_.start([this, piece, made = std::move(*made)] {
        Bytes bytes = made.encode();
        const Head head{.about = About::made,
                        .number = piece,
                        .bytes = bytes.size(),
                        .compute_ms = made.compute_ms,
                        .operations = made.operations};
        const std::lock_guard lock(mutex_);
        world_.send(0, letter_of(head, made.unit));
        outbox_.emplace(piece, std::move(bytes));
        --unfinished_;
      });
      if (refused) raise(refused);
    }
  }

  /// The desk, until the end has come.
  void talk() {
    bool asked = false, idle = false, stopped = false;
    auto said = std::chrono::steady_clock::now();
    for (Patience patience; !ended_; patience.wait()) {
      while (!ended_) {  // what comes after the end is for Ranks::part()
        const auto letter = world_.receive();
        if (!letter) break;
        patience.reset();
        const Head head = head_of(letter->bytes);
        const std::lock_guard lock(mutex_);
        if (head.about == About::compute) {
          orders_.push_back(head.number);
          asked = false;
        } else if (head.about == About::give) {
          const auto there = outbox_.extract(head.number);
          world_.send(0, letter_of({.about = About::piece, .number = head.number}, there.mapped()));
        } else {
          ended_ = true;
        }
        changed_.notify_all();
      }
      {
        const std::lock_guard lock(mutex_);
        const auto here = unfinished_ + static_cast<std::int64_t>(outbox_.size());
        if (!asked && orders_.empty() && here < work_.held) {
          world_.send(0, letter_of({.about = About::ask}));
          asked = true;
          idle = false;
        }
        if (asked && !idle && waits_) {
          world_.send(0, letter_of({.about = About::idle}));
          idle = true;
        }
      }
      if (const auto now = std::chrono::steady_clock::now(); now - said > between_signs) {
        said = now;
        world_.send(0, letter_of({.about = About::alive}));
      }
      if (!stopped && !work_.go_on(0)) {
        world_.send(0, letter_of({.about = About::stopped}));
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
  std::int64_t unfinished_ = 0;  ///< pieces that are computed or encoded
  bool waits_ = false;           ///< for an order
  std::atomic<bool> ended_{false};
  Worker encoder_, desk_;
};

}  // namespace

void follow(Ranks& ranks, SharedPieces work) {
  Follower(ranks, std::move(work)).run();
}

}  // namespace heteroscope
