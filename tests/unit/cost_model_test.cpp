#include "core/balance/cost_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "tests/unit/cost_simulation.hpp"

namespace heteroscope {
namespace {

double ramp(double y) {
  return y;
}
double step(double y) {
  return y < 0.37 ? 1 : 10;
}
/// Next to nothing in the outer rows.
double middle(double y) {
  return 0.01 + std::pow(std::sin(std::numbers::pi * y), 4);
}
double mandelbrot(double y) {
  const double x = std::abs(2 * y - 1);
  const double body = x < 0.33 ? 1 : 0.35;
  return 0.02 + (x < 0.7 ? body : 0.03) + 0.2 * std::pow(std::sin(17 * y), 2);
}
Density peak(double center, double width, double elsewhere) {
  return [=](double y) { return elsewhere + std::exp(-0.5 * std::pow((y - center) / width, 2)); };
}
/// 8 times the mean in its middle.
const Density high_peak = peak(0.5, 0.045, 0.0125);

const std::vector<Density> densities{uniform, ramp, step, middle, mandelbrot, high_peak};

using Speeds = std::vector<double>;
const std::vector<Speeds> like_participants{{1, 1}, {1, 1, 1}, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1},
                                            {5, 1}, {5, 2, 1}, {5, 5, 3, 2, 1}, {5, 5, 4, 4, 3, 3, 2, 1}};
const std::vector<Speeds> unlike_participants{
    {50, 1}, {50, 7, 1}, {50, 20, 5, 2, 1}, {50, 50, 50, 50, 1}, {50, 50, 32, 16, 8, 4, 2, 1}};

/// So slow that launches do not matter.
std::vector<double> alone_ms(const Speeds& speeds) {
  std::vector<double> out;
  for (const double each : speeds) out.push_back(5000 / each);
  return out;
}

struct Excess {
  double worst = 0;
  double mean = 0;
};
/// Of so many frames after `first` others.
Excess excess_after(int first, int frames, Simulation& simulation) {
  Excess out;
  for (int i = 0; i < first + frames; ++i) {
    const double excess = simulation.excess();
    if (i < first) continue;
    out.worst = std::max(out.worst, excess);
    out.mean += excess / frames;
  }
  return out;
}

/// Each participant is the first in turn.
template <class Check>
void for_each_order(const std::vector<Speeds>& sets, const Check& check) {
  for (Speeds speeds : sets) {
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      std::rotate(speeds.begin(), speeds.begin() + 1, speeds.end());
      check(speeds);
    }
  }
}

// Up to 5:1. At most 2.4 % too long; what is not met: the peak with eight participants takes up to ten frames (after
// five frames up to 7.2 % too long, in three of nine cases more than 3 %).
TEST(CostModel, LikeParticipantsFinishTogetherAfterFiveFrames) {
  for_each_order(like_participants, [](const Speeds& speeds) {
    for (std::size_t i = 0; i < densities.size(); ++i) {
      const bool is_hard = i == 5 && speeds.size() == 8;
      Simulation simulation({.alone_ms = alone_ms(speeds)}, densities[i]);
      EXPECT_LT(excess_after(5, 3, simulation).worst, is_hard ? 0.09 : 0.03)
          << speeds.size() << " processors, density " << i;
      EXPECT_LT(excess_after(2, 25, simulation).worst, 0.03) << speeds.size() << " processors, density " << i;
    }
  });
}

// 50:1. What is not met: where the density changes much within the few rows of a slow participant, these are found
// later. In one of nine cases of the last three densities that takes more than five frames (up to 13 % too long), in
// one of thirty more than ten (8 %).
TEST(CostModel, UnlikeParticipantsFinishTogetherAfterFiveFrames) {
  int cases = 0;
  int late = 0;
  int very_late = 0;
  for_each_order(unlike_participants, [&](const Speeds& speeds) {
    for (std::size_t i = 0; i < densities.size(); ++i) {
      Simulation simulation({.alone_ms = alone_ms(speeds)}, densities[i]);
      const double after_five = excess_after(5, 5, simulation).worst;
      const double after_ten = excess_after(0, 30, simulation).worst;
      if (i < 3 || speeds.size() == 2) {
        EXPECT_LT(std::max(after_five, after_ten), 0.03) << speeds.size() << " processors, density " << i;
        continue;
      }
      EXPECT_LT(after_five, 0.12);
      EXPECT_LT(after_ten, 0.12);
      ++cases;
      late += std::max(after_five, after_ten) > 0.03 ? 1 : 0;
      very_late += after_ten > 0.03 ? 1 : 0;
    }
  });
  EXPECT_LT(late, cases / 6);
  EXPECT_LT(very_late, cases / 15);
}

// With 1 % each frame after the fifth is within 3 %. With 3 % that is not met: the frames from the fifth to the
// twentieth are so on average (2.4 %), one of them is 9 % too long; later ones are up to 4 %.
TEST(CostModel, NoiseCostsLittle) {
  struct Bounds {
    double noise, early, early_mean, late, late_mean;
  };
  for (const Bounds& most : {Bounds{0.01, 0.1, 0.02, 0.015, 0.01}, Bounds{0.03, 0.12, 0.03, 0.06, 0.02}}) {
    for_each_order(like_participants, [&](const Speeds& speeds) {
      for (std::size_t i = 0; i < densities.size(); ++i) {
        Simulation simulation({.alone_ms = alone_ms(speeds), .noise = most.noise}, densities[i]);
        const Excess early = excess_after(5, 15, simulation);
        const Excess late = excess_after(0, 40, simulation);
        EXPECT_LT(early.worst, most.early) << speeds.size() << " processors, density " << i << ", noise " << most.noise;
        EXPECT_LT(early.mean, most.early_mean)
            << speeds.size() << " processors, density " << i << ", noise " << most.noise;
        EXPECT_LT(late.worst, most.late) << speeds.size() << " processors, density " << i << ", noise " << most.noise;
        EXPECT_LT(late.mean, most.late_mean)
            << speeds.size() << " processors, density " << i << ", noise " << most.noise;
      }
    });
  }
  for_each_order(unlike_participants, [&](const Speeds& speeds) {
    for (std::size_t i = 0; i < densities.size(); ++i) {
      Simulation simulation({.alone_ms = alone_ms(speeds), .noise = 0.01}, densities[i]);
      EXPECT_LT(excess_after(5, 35, simulation).mean, 0.03) << speeds.size() << " processors, density " << i;
    }
  });
}

// 0.1 % of the rows.
TEST(CostModel, SettledBordersDoNotJitter) {
  for_each_order(like_participants, [](const Speeds& speeds) {
    for (std::size_t i = 0; i < densities.size(); ++i) {
      Simulation simulation({.alone_ms = alone_ms(speeds), .noise = 0.01}, densities[i]);
      for (int frame = 0; frame < 15; ++frame) simulation.frame();
      std::vector<double> least = simulation.model.borders();
      std::vector<double> most = least;
      for (int frame = 0; frame < 50; ++frame) {
        simulation.frame();
        for (std::size_t b = 0; b < least.size(); ++b) {
          least[b] = std::min(least[b], simulation.model.borders()[b]);
          most[b] = std::max(most[b], simulation.model.borders()[b]);
        }
      }
      for (std::size_t b = 0; b < least.size(); ++b) EXPECT_LT(most[b] - least[b], 0.005) << "density " << i;
    }
  });
}

// The triangle: with what is known of it the second frame's participants all but finish together.
TEST(CostModel, StartsFromAKnownProfile) {
  Simulation known({.alone_ms = {20, 30}}, ramp, [](double y) { return y * y; });
  Simulation unknown({.alone_ms = {20, 30}}, ramp);
  EXPECT_LT(excess_after(1, 10, known).worst, 0.04);
  EXPECT_GT(excess_after(1, 1, unknown).worst, 0.05);
  Simulation guessed({.alone_ms = {1, 10}, .first_borders = {10.0 / 11}}, uniform);
  EXPECT_LT(excess_after(0, 10, guessed).worst, 0.001);
}

}  // namespace
}  // namespace heteroscope
