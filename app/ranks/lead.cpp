#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <stop_token>
#include <utility>

#include "app/ranks/dispatch.hpp"
#include "app/ranks/shared_pieces.hpp"
#include "core/base/watch.hpp"
#include "core/base/worker.hpp"
#include "core/world/messages.hpp"

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
        dispatch_(work_.begun, work_.count, work_.held, world_.count(), work_.room, std::move(work_.costs)),
        heard_(static_cast<std::size_t>(world_.count()), Clock::now()) {
    out_.ranks.resize(heard_.size());
    out_.costs.ranks = world_.count();
    out_.costs.starts_s.resize(heard_.size());
    out_.costs.pieces.resize(static_cast<std::size_t>(work_.count));
  }

  SharedOut run() {
    fail(desk_.start([this] { guard([&] { serve(); }); }));
    fail(writer_.start([this] { guard([&] { write_all(); }); }));
    guard([&] { compute_own(); });
    fail(encoder_.join());
    writer_.join();
    desk_.join();
    for (int i = 1; i < world_.count(); ++i) world_.send(i, message_of({.about = About::end}));
    if (failure_) raise(failure_);
    out_.all = dispatch_.written() == work_.count;
    if (messages_ > 0) out_.costs.service_s = desk_ms_ / 1000 / static_cast<double>(messages_);
    if (!notes_.empty()) out_.note = notes_.begin()->second;
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool over() const { return stop_.stop_requested() || dispatch_.written() == work_.count; }

  void fail(Failure failure) {
    if (!failure) return;
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    stop_.request_stop();
    changed_.notify_all();
  }
  template <class Work>
  void guard(Work&& work) {
    fail(attempt(work));
  }

  PieceCost& cost_of(std::int64_t piece) { return out_.costs.pieces[static_cast<std::size_t>(piece)]; }

  void shelve(std::int64_t piece, Bytes bytes) {
    const std::lock_guard lock(mutex_);
    dispatch_.made_own(bytes.size());
    shelf_.emplace(piece, std::move(bytes));
    changed_.notify_all();
  }

  void compute_own() {
    for (;;) {
      std::optional<std::int64_t> piece;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] {
          if (over() || dispatch_.left() == 0) return true;
          piece = dispatch_.take_own();
          return piece.has_value();
        });
        if (!piece) return;
      }
      const Watch watch;
      std::optional<ComputedPiece> made = work_.compute(*piece, stop_.get_token());
      const double computing_s = watch.ms() / 1000;
      if (!made) return;
      {
        const std::lock_guard lock(mutex_);
        add_share(0, *piece, {1, made->compute_ms, made->operations, made->unit}, made->note);
        cost_of(*piece).compute_s = computing_s;
      }
      fail(encoder_.join());
      if (stop_.stop_requested()) return;
      const Watch encoding;  // a thread that waits for a processor is kept, too
      fail(encoder_.start([this, encoding, piece = *piece, made = std::move(*made)] {
        Bytes bytes = made.encode();
        cost_of(piece).encode_s = encoding.ms() / 1000;
        shelve(piece, std::move(bytes));
      }));
    }
  }

  void add_share(int rank, std::int64_t piece, const RankShare& more, const std::string& note) {
    if (!note.empty()) notes_.emplace(piece, note);
    RankShare& share = out_.ranks[static_cast<std::size_t>(rank)];
    share.pieces += more.pieces;
    share.compute_ms += more.compute_ms;
    share.operations += more.operations;
    share.unit = more.unit;
  }

  void write_all() {
    for (;;) {
      Bytes bytes;
      std::int64_t piece = 0;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return over() || shelf_.contains(dispatch_.written()); });
        if (over()) return;
        piece = dispatch_.written();
        bytes = std::move(shelf_.extract(piece).mapped());
      }
      const Watch watch;
      work_.put(piece, bytes);
      const std::lock_guard lock(mutex_);
      cost_of(piece).put_s = watch.ms() / 1000;
      cost_of(piece).bytes = static_cast<double>(bytes.size());
      out_.costs.all_s = all_.ms() / 1000;
      dispatch_.wrote(bytes.size());
      changed_.notify_all();
    }
  }

  /// The desk.
  void serve() {
    constexpr std::chrono::milliseconds between_questions{50};
    auto asked = Clock::now() - between_questions;
    Patience patience;
    for (;;) {
      const Watch busy;
      std::int64_t messages = 0;
      while (auto message = world_.receive()) {
        read(*message);
        patience.reset();
        ++messages;
      }
      std::int64_t written = 0;
      {
        const std::lock_guard lock(mutex_);
        if (over()) return;
        const auto handed = dispatch_.hand_out();
        const auto wanted = dispatch_.send_for();
        messages += static_cast<std::int64_t>(handed.size() + wanted.size());
        for (const PieceMessage& each : handed)
          world_.send(each.rank, message_of({.about = About::compute, .number = each.piece}));
        if (dispatch_.left() == 0) changed_.notify_all();
        for (const PieceMessage& each : wanted)
          world_.send(each.rank, message_of({.about = About::give, .number = each.piece}));
        written = dispatch_.written();
      }
      if (messages > 0) desk_ms_ += busy.ms();
      messages_ += messages;
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
      fail({Failure::Kind::input, fmt::format("rank {} has sent nothing for {} s", rank, longest_silence.count())});
    }
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stop_.request_stop();
    changed_.notify_all();
  }

  void read(const Message& message) {
    const Head head = head_of(message.bytes);
    heard_[static_cast<std::size_t>(message.from)] = Clock::now();
    std::unique_lock lock(mutex_);
    switch (head.about) {
      case About::ask:
        if (double& start_s = out_.costs.starts_s[static_cast<std::size_t>(message.from)]; start_s == 0)
          start_s = all_.ms() / 1000;
        dispatch_.asks(message.from);
        break;
      case About::idle:
        dispatch_.idles(message.from);
        break;
      case About::made: {
        const std::string text = text_of(message.bytes);
        const auto unit = static_cast<std::size_t>(head.unit_bytes);
        add_share(message.from, head.number, {1, head.compute_ms, head.operations, text.substr(0, unit)},
                  text.substr(unit));
        cost_of(head.number).compute_s = head.computing_s;
        cost_of(head.number).encode_s = head.encoding_s;
        dispatch_.made(message.from, head.number, head.bytes);
        break;
      }
      case About::piece: {
        const auto bytes = rest_of(message.bytes);
        shelf_.emplace(head.number, Bytes(bytes.begin(), bytes.end()));
        changed_.notify_all();
        break;
      }
      case About::failed:
        lock.unlock();
        fail({static_cast<Failure::Kind>(head.number),
              fmt::format("rank {}: {}", message.from, text_of(message.bytes))});
        break;
      case About::stopped:
        lock.unlock();
        stop();
        break;
      default:
        break;  // About::alive
    }
  }

  Ranks& ranks_;
  World& world_;
  SharedPieces work_;
  std::mutex mutex_;  ///< of all that follows
  std::condition_variable changed_;
  SharedOut out_;
  Dispatch dispatch_;
  std::vector<Clock::time_point> heard_;       ///< the desk's: when each was last
  std::map<std::int64_t, std::string> notes_;  ///< of pieces
  std::map<std::int64_t, Bytes> shelf_;        ///< what is here and not yet written
  Watch all_;
  double desk_ms_ = 0;         ///< the desk's: in which there were messages
  std::int64_t messages_ = 0;  ///< the desk's: to and from others
  std::stop_source stop_;
  Failure failure_;
  Worker encoder_, writer_, desk_;
};

}  // namespace

SharedOut lead(Ranks& ranks, SharedPieces work) {
  return Leader(ranks, std::move(work)).run();
}

}  // namespace heteroscope
