#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "app/ranks/piece_queue.hpp"
#include "app/ranks/shared_pieces.hpp"
#include "core/base/worker.hpp"
#include "core/world/letters.hpp"

namespace heteroscope {
namespace {

using Bytes = std::vector<std::byte>;
using Clock = std::chrono::steady_clock;

/// Three threads: the caller's computes, the desk talks with the other ranks, the writer writes.
class Leader {
 public:
  Leader(Ranks& ranks, SharedPieces work)
      : ranks_(ranks),
        world_(ranks.world()),
        work_(std::move(work)),
        queue_(work_.begun, work_.count, work_.held * world_.count(), std::move(work_.costs)),
        asks_(static_cast<std::size_t>(world_.count())),
        heard_(asks_.size(), Clock::now()),
        written_(work_.begun) {
    out_.ranks.resize(asks_.size());
  }

  SharedOut run() {
    fail(desk_.start([this] { guard([&] { serve(); }); }));
    fail(writer_.start([this] { guard([&] { write_all(); }); }));
    guard([&] { compute_own(); });
    fail(encoder_.join());
    writer_.join();
    desk_.join();
    for (int i = 1; i < world_.count(); ++i) world_.send(i, letter_of({.about = About::end}));
    if (failure_) raise(failure_);
    out_.all = written_ == work_.count;
    return std::move(out_);
  }

 private:
  enum class Ask { none, early, idle };
  struct Offer {
    int rank = 0;
    std::uint64_t bytes = 0;
  };

  [[nodiscard]] bool over() const { return stop_ || written_ == work_.count; }

  void fail(Failure failure) {
    if (!failure) return;
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    stop_ = true;
    changed_.notify_all();
  }
  template <class Work>
  void guard(Work&& work) {
    fail(attempt(work));
  }

  void shelve(std::int64_t piece, Bytes bytes) {
    const std::lock_guard lock(mutex_);
    held_bytes_ += bytes.size();
    shelf_.emplace(piece, std::move(bytes));
    changed_.notify_all();
  }

  void compute_own() {
    for (;;) {
      std::optional<std::int64_t> piece;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] {
          if (over() || queue_.left() == 0) return true;
          if (static_cast<std::int64_t>(own_.size()) < work_.held) piece = queue_.take(written_);
          return piece.has_value();
        });
        if (!piece) return;
        own_.emplace(*piece);
      }
      std::optional<ComputedPiece> made = work_.compute(*piece, stop_);
      if (!made) return;
      add_share(0, {1, made->compute_ms, made->operations, made->unit});
      fail(encoder_.join());
      if (stop_) return;
      fail(encoder_.start([this, piece = *piece, made = std::move(*made)] { shelve(piece, made.encode()); }));
    }
  }

  void add_share(int rank, const RankShare& more) {
    RankShare& share = out_.ranks[static_cast<std::size_t>(rank)];
    share.pieces += more.pieces;
    share.compute_ms += more.compute_ms;
    share.operations += more.operations;
    share.unit = more.unit;
  }

  void write_all() {
    for (;;) {
      Bytes bytes;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return over() || shelf_.contains(written_); });
        if (over()) return;
        bytes = std::move(shelf_.extract(written_).mapped());
      }
      work_.put(written_, bytes);
      const std::lock_guard lock(mutex_);
      held_bytes_ -= bytes.size();
      own_.erase(written_);
      ++written_;
      changed_.notify_all();
    }
  }

  /// The desk.
  void serve() {
    constexpr std::chrono::milliseconds between_questions{50};
    auto asked = Clock::now() - between_questions;
    Patience patience;
    for (;;) {
      while (auto letter = world_.receive()) {
        read(*letter);
        patience.reset();
      }
      std::int64_t written = 0;
      {
        const std::lock_guard lock(mutex_);
        if (over()) return;
        hand_out();
        fetch();
        written = written_;
      }
      if (const auto now = Clock::now(); now - asked >= between_questions) {
        asked = now;
        give_up_silent(now);
        if (!work_.go_on(written)) stop();
      }
      world_.all_sent();
      patience.wait();
    }
  }

  void give_up_silent(Clock::time_point now) {
    for (int rank = 1; rank < world_.count(); ++rank) {
      if (now - heard_[static_cast<std::size_t>(rank)] < longest_silence) continue;
      ranks_.lose();
      fail({Failure::Kind::input,
            fmt::format("rank {}: nothing has been heard of it for {} s", rank, longest_silence.count())});
    }
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    changed_.notify_all();
  }

  void read(const Letter& letter) {
    const Head head = head_of(letter.bytes);
    heard_[static_cast<std::size_t>(letter.from)] = Clock::now();
    Ask& ask = asks_[static_cast<std::size_t>(letter.from)];
    switch (head.about) {
      case About::ask:
        ask = Ask::early;
        break;
      case About::idle:
        if (ask == Ask::early) ask = Ask::idle;
        break;
      case About::made:
        add_share(letter.from, {1, head.compute_ms, head.operations, text_of(letter.bytes)});
        offers_.emplace(head.number, Offer{letter.from, head.bytes});
        break;
      case About::piece: {
        const auto bytes = rest_of(letter.bytes);
        const std::lock_guard lock(mutex_);
        shelf_.emplace(head.number, Bytes(bytes.begin(), bytes.end()));
        changed_.notify_all();
        break;
      }
      case About::failed:
        fail({static_cast<Failure::Kind>(head.number), fmt::format("rank {}: {}", letter.from, text_of(letter.bytes))});
        break;
      case About::stopped:
        stop();
        break;
      default:
        break;  // About::alive
    }
  }

  void hand_out() {
    // Near the end nobody gets one to lie beside what it computes, while others may have none.
    const bool near_end = queue_.left() < 2 * world_.count();
    for (int rank = 1; rank < world_.count(); ++rank) {
      Ask& ask = asks_[static_cast<std::size_t>(rank)];
      if (ask == Ask::none || (near_end && ask == Ask::early)) continue;
      const auto piece = queue_.take(written_);
      if (!piece) return;
      ask = Ask::none;
      world_.send(rank, letter_of({.about = About::compute, .number = *piece}));
    }
    if (queue_.left() == 0) changed_.notify_all();
  }

  /// What is written next is always sent for; the rest as long as there is room.
  void fetch() {
    while (!offers_.empty()) {
      const auto [piece, offer] = *offers_.begin();
      if (piece != written_ && held_bytes_ + offer.bytes > work_.room) return;
      held_bytes_ += offer.bytes;
      world_.send(offer.rank, letter_of({.about = About::give, .number = piece}));
      offers_.erase(offers_.begin());
    }
  }

  Ranks& ranks_;
  World& world_;
  SharedPieces work_;
  SharedOut out_;  ///< rank 0's share is the caller's, the others' the desk's
  std::mutex mutex_;
  std::condition_variable changed_;
  PieceQueue queue_;
  std::vector<Ask> asks_;                 ///< the desk's
  std::vector<Clock::time_point> heard_;  ///< the desk's: when each was last
  std::map<std::int64_t, Offer> offers_;  ///< the desk's: what others have made
  std::map<std::int64_t, Bytes> shelf_;   ///< what is here and not yet written
  std::size_t held_bytes_ = 0;            ///< of those, and of what is on its way
  std::set<std::int64_t> own_;            ///< that this rank has computed, or does, and are not written
  std::int64_t written_;
  std::atomic<bool> stop_{false};
  Failure failure_;
  Worker encoder_, writer_, desk_;
};

}  // namespace

SharedOut lead(Ranks& ranks, SharedPieces work) {
  return Leader(ranks, std::move(work)).run();
}

}  // namespace heteroscope
