#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <thread>

#include "core/participants/exchange_barrier.hpp"
#include "core/plan/partition.hpp"
#include "kernels/laplace/methods/methods.hpp"
#include "kernels/laplace/start.hpp"
#include "kernels/laplace/workload.hpp"

/// Methods whose participants meet: however many participants there are, all bits are one participant's.
namespace heteroscope::laplace {
namespace {

constexpr int most_steps_at_once = 9;

template <class T>
struct Planes {
  std::vector<std::vector<T>> memory;
  std::vector<FieldView> views;

  Planes(const MethodFacts& facts, int n) {
    const auto nodes = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
    memory.assign(static_cast<std::size_t>(facts.planes + facts.spares),
                  std::vector<T>(nodes, std::numeric_limits<T>::quiet_NaN()));
    for (auto& each : memory)
      views.push_back({each.data(), {n, n}, sizeof(T) == 8 ? Precision::fp64 : Precision::fp32});
  }
};

/// What a method does in jobs of several steps, by participants that have a state's rows each and meet.
template <class T>
class Together {
 public:
  Together(const Parameters& p, Parts parts, std::string variant)
      : p_(p), parts_(std::move(parts)), variant_(*workload.stages.front().find(variant)) {
    const MethodFacts& facts = facts_of(p.method);
    for (std::size_t i = 0; i < parts_.size(); ++i) participants_.emplace_back(facts, p.n);
    Planes<T> start(facts, p.n);
    for (int i = 0; i < facts.planes; ++i) begin(p, {}, i, start.views[static_cast<std::size_t>(i)], {0, p.n}, 1);
    for (int i = 0; i < facts.planes; ++i) put(start.views[static_cast<std::size_t>(i)], i);
  }

  /// What is measured after them.
  double advance(int steps) {
    const std::any any = p_;
    std::size_t collectives = 0;
    std::vector<Collective> places(parts_.size());
    const auto with_rows = static_cast<std::size_t>(std::ranges::count_if(parts_, [](Rows r) { return !r.empty(); }));
    ExchangeBarrier barrier{std::vector<Attendee>(with_rows)};
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (with_rows > 1 && !parts_[i].empty()) places[i] = {&barrier, collectives++};
    }
    std::vector<double> measures(parts_.size(), 0);
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (parts_[i].empty()) continue;
        threads.emplace_back([&, i] {
          IterateJob job{{.parameters = &any, .rows = parts_[i], .threads = 2}};
          job.planes = participants_[i].views;
          job.step = step_;
          job.steps = steps;
          job.measure = &measures[i];
          job.collective = places[i];
          variant_.run(job);
        });
      }
    }
    step_ += steps;
    return std::ranges::max(measures);
  }

  [[nodiscard]] std::vector<T> result(int plane) const {
    const auto row = static_cast<std::size_t>(p_.n);
    std::vector<T> out;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const T* const from = static_cast<const T*>(participants_[i].views[static_cast<std::size_t>(plane)].data);
      out.insert(out.end(), from + parts_[i].begin * row, from + parts_[i].end * row);
    }
    return out;
  }

 private:
  void put(const FieldView& plane, int i) {
    for (std::size_t participant = 0; participant < parts_.size(); ++participant) {
      const FieldView& to = participants_[participant].views[static_cast<std::size_t>(i)];
      for (int y = parts_[participant].begin; y < parts_[participant].end; ++y)
        std::copy_n(plane.row<T>(y), p_.n, to.row<T>(y));
    }
  }

  Parameters p_;
  Parts parts_;
  const Variant& variant_;
  std::vector<Planes<T>> participants_;
  std::int64_t step_ = 0;
};

template <class T>
void expect_same_bits(const Parameters& p, const Parts& parts, const std::string& variant) {
  const int planes = facts_of(p.method).planes;
  Together<T> alone(p, {{0, p.n}}, variant);
  Together<T> together(p, parts, variant);
  for (const int steps : {1, 2, most_steps_at_once}) {
    const double expected = alone.advance(steps);
    const double found = together.advance(steps);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(expected), std::bit_cast<std::uint64_t>(found));
    for (int i = 0; i < planes; ++i) {
      const std::vector<T> a = alone.result(i);
      const std::vector<T> b = together.result(i);
      ASSERT_EQ(a.size(), b.size());
      ASSERT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(T)), 0) << "plane " << i;
    }
  }
}

/// Borders anywhere that the method allows, some parts empty.
Parts some_parts(const Parameters& p, std::size_t participants, std::mt19937& dice) {
  std::vector<double> borders(participants - 1);
  for (double& each : borders) each = std::uniform_real_distribution(0.0, 1.0)(dice);
  std::ranges::sort(borders);
  return parts_by_borders(borders, {.height = p.n, .grain = facts_of(p.method).exchange_grain});
}

class LaplaceParticipants : public ::testing::TestWithParam<const char*> {};

TEST_P(LaplaceParticipants, GiveTheBitsOfOne) {
  std::mt19937 dice(11);
  for (const Method method : {Method::cg, Method::multigrid}) {
    for (const int n : {5, 33, 64, 66, 97, 129, 200, 257, 300}) {
      for (const Cycle cycle : {Cycle::v, Cycle::full}) {
        if (method == Method::cg && cycle == Cycle::full) continue;
        const Parameters p{.n = n, .boundary = Boundary::step, .method = method, .cycle = cycle};
        for (const std::size_t participants : {2U, 3U, 5U, 8U}) {
          const Parts parts = some_parts(p, participants, dice);
          std::string text = "n " + std::to_string(n) + (cycle == Cycle::full ? ", full" : "") + ", rows from";
          for (const Rows each : parts) text += " " + std::to_string(each.begin);
          SCOPED_TRACE(text + (method == Method::cg ? ", cg" : ", multigrid"));
          expect_same_bits<double>(p, parts, GetParam());
          if (participants == 3) expect_same_bits<float>(p, parts, GetParam());
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, LaplaceParticipants, ::testing::Values("sequential", "omp"));

/// With participants as wide as they are for large grids, what a participant computes beyond its rows is a small part
/// of them.
TEST(MultigridParticipants, ComputeLittleTwice) {
  constexpr int n = most_nodes;
  std::vector<int> nodes{n};
  while (nodes.back() > 3) nodes.push_back(coarser(nodes.back()));
  std::vector<Pass> cycle;
  add_cycle(cycle, static_cast<int>(nodes.size()), 0);
  const Rows own{n / 4, n / 2};
  const ParticipantPasses participant = participant_passes(cycle, nodes, own, 1);
  EXPECT_GT(participant.first_whole, 2);
  const double beyond = participant.start.count() - own.count();
  EXPECT_GT(beyond, 0);
  EXPECT_LT(beyond / own.count(), 0.06);
  for (const PassRows& each : participant.list) {
    if (each.pass.level + 1 >= participant.first_whole) continue;
    EXPECT_FALSE(each.rows.empty());
  }
}

}  // namespace
}  // namespace heteroscope::laplace
