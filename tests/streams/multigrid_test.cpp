#include <gtest/gtest.h>

#include <algorithm>
#include <any>
#include <cstring>
#include <deque>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "core/numbers/dice.hpp"
#include "core/participants/exchange_barrier.hpp"
#include "core/plan/partition.hpp"
#include "kernels/laplace/methods/methods.hpp"
#include "kernels/laplace/start.hpp"
#include "tests/streams/deferred_device.hpp"

/// Multigrid's participants have one participant's bits, in whatever order their streams do what they may: what one of
/// them changes is not what another one still fetches.
namespace heteroscope::laplace {
namespace {

/// The backend of a GPU that computes when its stream comes to it; without a stream, of the CPU.
class LateBackend {
 public:
  explicit LateBackend(const IterateJob& job) : job_(job) {}

  template <class T>
  void passes(const Levels<T>& levels, std::span<const PassRows> list) {
    for (const PassRows& pass : list) {
      with_pass(levels, pass.pass, pass.rows,
                [&](const Box& box, const auto& f) { in_turn([box, f] { over(box, f); }); });
    }
  }
  template <class F>
  void largest(const Box& box, const F& f, double* slot) {
    in_turn([box, f, slot] {
      *slot = 0;
      over(box, [&](int x, int y) { *slot = std::max(*slot, static_cast<double>(f(x, y))); });
    });
  }
  void exchange(std::initializer_list<SharedArray> arrays) {
    job_.collective.exchange(std::span(arrays.begin(), arrays.size()));
  }
  void exchange_and_settle(std::initializer_list<SharedArray> arrays) {
    job_.collective.exchange_and_settle(std::span(arrays.begin(), arrays.size()));
  }

 private:
  template <class F>
  static void over(const Box& box, const F& f) {
    for (int y = box.y0; y < box.y1; ++y) {
      for (int x = box.x0; x < box.x1; ++x) f(x, y);
    }
  }
  template <class Work>
  void in_turn(Work work) const {
    if (job_.stream == nullptr) return work();
    testing::on_stream(job_.stream, work);
  }

  const IterateJob& job_;
};

/// A participant: a GPU with a stream of its own, or the CPU.
struct Solver {
  std::unique_ptr<device::Stream> stream;
  EventPairs pauses;
  std::vector<std::vector<double>> memory;
  std::vector<FieldView> planes;
  double residual = 0;

  /// With the start in its rows, and values that are wrong elsewhere.
  Solver(const Parameters& p, Rows rows, std::optional<int> gpu) {
    if (gpu) {
      const device::Use use(*gpu);
      stream = std::make_unique<device::Stream>();
    }
    const auto nodes = static_cast<std::size_t>(p.n) * static_cast<std::size_t>(p.n);
    for (int i = 0; i < multigrid::facts.planes + multigrid::facts.spares; ++i) {
      memory.emplace_back(nodes, std::numeric_limits<double>::quiet_NaN());
      planes.push_back({memory.back().data(), {p.n, p.n}, Precision::fp64});
    }
    begin(p, {}, 0, planes.front(), rows, 1);
  }
  [[nodiscard]] Attendee attendee() { return stream != nullptr ? Attendee{stream.get(), &pauses} : Attendee{}; }
  void run(const Parameters& p, Rows rows, std::int64_t step, int steps, const Collective& collective) {
    const std::any any = p;
    IterateJob job{{.parameters = &any, .rows = rows, .threads = 1}};
    if (stream != nullptr) job.stream = stream->get();
    job.planes = planes;
    job.step = step;
    job.steps = steps;
    job.measure = &residual;
    job.collective = collective;
    LateBackend on(job);
    multigrid::run<double>(job, on);
  }
};

/// Participants that share the rows; three GPUs, each of which may stand for several.
class Team {
 public:
  Team(const Parameters& p, const Parts& parts, bool cpu) : p_(p) {
    for (const Rows& rows : parts) {
      if (rows.empty()) continue;
      const bool last = rows.end == p.n;
      rows_.push_back(rows);
      solvers_.emplace_back(p, rows, cpu && last ? std::nullopt : std::optional(static_cast<int>(solvers_.size()) % 3));
    }
  }

  /// Returns the residual after some more steps.
  double advance(int steps) {
    std::vector<Attendee> attendees;
    for (Solver& each : solvers_) attendees.push_back(each.attendee());
    ExchangeBarrier barrier(attendees);
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < solvers_.size(); ++i) {
        const Collective collective = solvers_.size() > 1 ? Collective{&barrier, i} : Collective{};
        threads.emplace_back([this, i, steps, collective] { solvers_[i].run(p_, rows_[i], step_, steps, collective); });
      }
    }
    step_ += steps;
    double residual = 0;
    for (Solver& each : solvers_) {
      if (each.stream != nullptr) each.stream->synchronize();
      residual = std::max(residual, each.residual);
    }
    return residual;
  }

  /// Whether all rows have these values' bits.
  [[nodiscard]] bool has(const std::vector<double>& values) const {
    const auto row = static_cast<std::size_t>(p_.n);
    for (std::size_t i = 0; i < solvers_.size(); ++i) {
      const std::size_t from = row * static_cast<std::size_t>(rows_[i].begin);
      const std::size_t count = row * static_cast<std::size_t>(rows_[i].count());
      if (std::memcmp(values.data() + from, solvers_[i].memory.front().data() + from, count * sizeof(double)) != 0)
        return false;
    }
    return true;
  }
  [[nodiscard]] const std::vector<double>& first() const { return solvers_.front().memory.front(); }

 private:
  Parameters p_;
  std::vector<Rows> rows_;
  std::deque<Solver> solvers_;
  std::int64_t step_ = 0;
};

TEST(LateMultigrid, HasTheBitsOfOneParticipantInWhateverOrderStreamsGo) {
  for (unsigned seed = 1; seed <= 120; ++seed) {
    Dice dice(seed, 0);
    testing::set_order(seed);
    // beside the sizes from which on the finest grid, or the next ones, are shared
    const int n = dice.one_of({33, 65, 66, 67, 129, 130, 131, 200, 257, 259});
    const Parameters p{
        .n = n, .boundary = Boundary::step, .method = Method::multigrid, .cycle = dice.one_of({Cycle::v, Cycle::full})};
    std::vector<double> borders;
    for (int i = dice.whole_int(1, 4); i > 0; --i) borders.push_back(dice.whole_int(0, n) / static_cast<double>(n));
    std::ranges::sort(borders);
    const Parts parts = parts_by_borders(borders, {.height = n, .grain = multigrid::facts.exchange_grain});
    SCOPED_TRACE("seed " + std::to_string(seed) + ", n " + std::to_string(n));
    Team alone(p, {{0, n}}, true);
    Team together(p, parts, dice.chance(0.3));
    for (const int steps : {1, 3}) {
      const double expected = alone.advance(steps);
      EXPECT_EQ(together.advance(steps), expected);
      EXPECT_TRUE(together.has(alone.first()));
    }
  }
}

}  // namespace
}  // namespace heteroscope::laplace
