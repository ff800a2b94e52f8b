#include "app/ranks/simulation.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <functional>
#include <queue>
#include <set>
#include <utility>

#include "app/ranks/asking.hpp"
#include "app/ranks/dispatch.hpp"
#include "app/ranks/shared_pieces.hpp"
#include "core/world/messages.hpp"

namespace heteroscope {
namespace {

constexpr double timer_slack_s = 50e-6;  // Linux lets a thread sleep longer by so much

/// What a message does at the rank that receives it.
using Said = std::function<void()>;

class Simulated {
 public:
  Simulated(const std::vector<PieceCost>& pieces, const SimulatedRanks& of, std::vector<double> costs)
      : pieces_(pieces),
        of_(of),
        count_(static_cast<std::int64_t>(pieces.size())),
        dispatch_(0, count_, of.held, of.ranks, static_cast<std::size_t>(of.room), std::move(costs)),
        ranks_(static_cast<std::size_t>(of.ranks), Rank(of.held)) {}

  SimulatedRun run(double guess_s) {
    now_ = guess_s;
    for (Rank& each : ranks_) each.looked_s = now_;
    for (int rank = 1; rank < of_.ranks; ++rank) begin(rank);
    compute_own();
    while (!events_.empty() && dispatch_.written() < count_) {
      const Event next = events_.top();
      events_.pop();
      now_ = next.at;
      next.happens();
    }
    SimulatedRun out{.all_s = now_, .guess_s = guess_s};
    out.computing = computing_s_ / (now_ * of_.ranks);
    out.desk_busy = desk_s_ / now_;
    out.file_busy = file_s_ / now_;
    return out;
  }

 private:
  struct Event {
    double at = 0;
    std::int64_t serial = 0;
    std::function<void()> happens;
    bool operator<(const Event& other) const { return std::pair(other.at, other.serial) < std::pair(at, serial); }
  };
  struct Rank {
    explicit Rank(std::int64_t held) : asking(held) {}
    Asking asking;
    std::deque<std::int64_t> orders;
    std::deque<Said> messages;  ///< that have arrived and are not read
    bool computes = false;
    double encoder_free_s = 0;
    double looked_s = 0;  ///< when its desk last found a message, or began
    bool will_look = false;
  };

  Rank& at(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] const PieceCost& cost(std::int64_t piece) const { return pieces_[static_cast<std::size_t>(piece)]; }
  void after(double seconds, std::function<void()> happens) {
    events_.push({now_ + seconds, ++serial_, std::move(happens)});
  }

  /// A desk looks for messages and sleeps in between: the first time from now on.
  void look(int rank) {
    Rank& one = at(rank);
    if (one.will_look) return;
    one.will_look = true;
    constexpr double shortest_s = std::chrono::duration<double>(Patience::shortest).count() + timer_slack_s;
    constexpr double longest_s = std::chrono::duration<double>(Patience::longest).count() + timer_slack_s;
    double sleep_s = shortest_s;
    double when = one.looked_s;
    for (; when <= now_; sleep_s = std::min(2 * sleep_s, longest_s)) {
      if (sleep_s == longest_s) when += std::floor((now_ - when) / longest_s) * longest_s;
      when += sleep_s;
    }
    after(when - now_, [this, rank] {
      at(rank).will_look = false;
      rank == 0 ? lead_desk() : desk(rank);
    });
  }
  void send(int to, double bytes, Said said, double later_s = 0) {
    after(later_s + of_.latency_s + bytes / of_.network, [this, to, said = std::move(said)] {
      at(to).messages.push_back(said);
      look(to);
    });
  }

  // ranks but the first
  void begin(int rank) {
    if (of_.starts_s.empty()) return desk(rank);
    after(std::max(0.0, of_.starts_s[static_cast<std::size_t>(rank)] - of_.latency_s), [this, rank] {
      at(rank).looked_s = now_;
      desk(rank);
    });
  }
  void desk(int rank) {
    Rank& one = at(rank);
    if (!one.messages.empty()) one.looked_s = now_;
    for (; !one.messages.empty(); one.messages.pop_front()) one.messages.front()();
    if (one.asking.asks()) send(0, 0, [this, rank] { dispatch_.asks(rank); });
    if (one.asking.idles(!one.computes)) send(0, 0, [this, rank] { dispatch_.idles(rank); });
  }
  void ordered(int rank, std::int64_t piece) {
    at(rank).orders.push_back(piece);
    at(rank).asking.ordered();
    compute_next(rank);
  }
  void compute_next(int rank) {
    Rank& one = at(rank);
    if (one.computes || one.orders.empty()) return;
    const std::int64_t piece = one.orders.front();
    one.orders.pop_front();
    one.asking.begun();
    look(rank);
    compute(
        rank, piece, [this, rank] { compute_next(rank), look(rank); },
        [this, rank, piece] {
          send(0, 0, [this, rank, piece] { dispatch_.made(rank, piece, static_cast<std::size_t>(cost(piece).bytes)); });
        });
  }
  /// `next`: once it may begin another one; `made`: once it is encoded.
  void compute(int rank, std::int64_t piece, std::function<void()> next, std::function<void()> made) {
    at(rank).computes = true;
    computing_s_ += cost(piece).compute_s;
    after(cost(piece).compute_s, [this, rank, piece, next = std::move(next), made = std::move(made)] {
      Rank& one = at(rank);
      const double wait_s = std::max(0.0, one.encoder_free_s - now_);
      one.encoder_free_s = now_ + wait_s + cost(piece).encode_s;
      after(wait_s, [this, rank, next] {
        at(rank).computes = false;
        next();
      });
      after(wait_s + cost(piece).encode_s, made);
    });
  }
  void given(int rank, std::int64_t piece) {
    at(rank).asking.given();
    look(rank);
    send(0, cost(piece).bytes, [this, piece] { shelve(piece); });
  }

  // rank 0
  void lead_desk() {
    Rank& own = at(0);
    double busy_s = 0;
    bool wakes = false;
    for (; !own.messages.empty(); own.messages.pop_front()) {
      own.messages.front()();
      busy_s += of_.service_s;
      wakes = true;
    }
    for (const PieceMessage& each : dispatch_.hand_out()) {
      send(
          each.rank, 0, [this, each] { ordered(each.rank, each.piece); }, busy_s += of_.service_s);
    }
    for (const PieceMessage& each : dispatch_.send_for()) {
      send(
          each.rank, 0, [this, each] { given(each.rank, each.piece); }, busy_s += of_.service_s);
    }
    desk_s_ += busy_s;
    if (wakes) own.looked_s = now_ + busy_s;
  }
  void compute_own() {
    if (at(0).computes) return;
    const auto piece = dispatch_.take_own();
    if (!piece) return;
    compute(
        0, *piece, [this] { compute_own(); },
        [this, piece = *piece] {
          dispatch_.made_own(static_cast<std::size_t>(cost(piece).bytes));
          shelve(piece);
        });
  }
  void shelve(std::int64_t piece) {
    shelf_.insert(piece);
    write();
  }
  void write() {
    const std::int64_t piece = dispatch_.written();
    if (writes_ || !shelf_.contains(piece)) return;
    shelf_.erase(piece);
    writes_ = true;
    const double seconds = of_.file ? cost(piece).bytes / *of_.file : cost(piece).put_s;
    file_s_ += seconds;
    after(seconds, [this, piece] {
      writes_ = false;
      dispatch_.wrote(static_cast<std::size_t>(cost(piece).bytes));
      write();
      compute_own();
      look(0);
    });
  }

  const std::vector<PieceCost>& pieces_;
  const SimulatedRanks& of_;
  std::int64_t count_;
  Dispatch dispatch_;
  std::vector<Rank> ranks_;
  std::set<std::int64_t> shelf_;
  bool writes_ = false;
  double now_ = 0;
  std::int64_t serial_ = 0;
  std::priority_queue<Event> events_;
  double computing_s_ = 0, desk_s_ = 0, file_s_ = 0;
};

}  // namespace

SimulatedRun simulate(const std::vector<PieceCost>& pieces, double guess_s, const SimulatedRanks& ranks) {
  const std::size_t known = ranks.guesses ? worth_costs(ranks.ranks, pieces.size()) : 0;
  std::vector<double> costs;
  for (std::size_t i = pieces.size() - known; i < pieces.size(); ++i) costs.push_back(pieces[i].estimate);
  return Simulated(pieces, ranks, std::move(costs)).run(guess_s * static_cast<double>(known));
}

}  // namespace heteroscope
