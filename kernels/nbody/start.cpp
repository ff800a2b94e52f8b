#include "kernels/nbody/start.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "core/numbers/splitmix.hpp"
#include "kernels/nbody/state.hpp"

namespace heteroscope::nbody {

namespace {

struct Star {
  double x = 0, y = 0, z = 0, mass = 0, vx = 0, vy = 0, vz = 0;
};

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  /// A random number in (0, 1).
  double next() { return (static_cast<double>(splitmix(state_ += splitmix_step) >> 11) + 0.5) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

/// A vector of that length in a random direction.
Vector<double> in_any_direction(double length, Random& random) {
  const double z = 1 - 2 * random.next();
  const double angle = 2 * std::numbers::pi * random.next();
  const double across = std::sqrt(1 - z * z);
  return {length * across * std::cos(angle), length * across * std::sin(angle), length * z};
}

/// Adds stars of Plummer's model in equilibrium (Aarseth, Hénon and Wielen, Astronomy and Astrophysics 37, 1974): a
/// ball of that scale and mass. The few stars that would be farther than 10 scales away are drawn again.
void add_ball(std::vector<Star>& stars, int count, double scale, double mass, const Star& center, Random& random) {
  for (int i = 0; i < count; ++i) {
    double radius = 0;
    do {
      radius = 1 / std::sqrt(std::pow(random.next(), -2.0 / 3.0) - 1);
    } while (radius > 10);
    const auto place = in_any_direction(radius * scale, random);
    // The speed as a share q of the escape velocity has the density q² (1 − q²)^3.5, which is below 0.1 (rejection
    // sampling).
    double q = 0;
    double height = 0;
    do {
      q = random.next();
      height = 0.1 * random.next();
    } while (height > q * q * std::pow(1 - q * q, 3.5));
    const double escape = std::sqrt(2 * mass / scale) * std::pow(1 + radius * radius, -0.25);
    const auto speed = in_any_direction(q * escape, random);
    stars.push_back({center.x + place.x, center.y + place.y, center.z + place.z, mass / count, center.vx + speed.x,
                     center.vy + speed.y, center.vz + speed.z});
  }
}

/// Adds a body with nine tenths of the mass, and a thin disk around it whose bodies move in circles.
void add_disk(std::vector<Star>& stars, int count, Random& random) {
  constexpr double heart = 0.9;
  stars.push_back({.mass = heart});
  for (int i = 1; i < count; ++i) {
    const double within = random.next();
    const double radius = 0.4 + 1.6 * within;
    const double angle = 2 * std::numbers::pi * random.next();
    const double speed = std::sqrt((heart + (1 - heart) * within) / radius);
    const double thin = 0.02 * (random.next() - 0.5);
    stars.push_back({radius * std::cos(angle), radius * std::sin(angle), thin, (1 - heart) / (count - 1),
                     -speed * std::sin(angle), speed * std::cos(angle), 0});
  }
}

/// Adds two balls of half the mass each that pass each other closely.
void add_collision(std::vector<Star>& stars, int count, Random& random) {
  const Star right{.x = 1.6, .y = 0.4, .vx = -0.35, .vy = 0.05};
  add_ball(stars, count - count / 2, 0.3, 0.5, right, random);
  add_ball(stars, count / 2, 0.3, 0.5, {.x = -right.x, .y = -right.y, .vx = -right.vx, .vy = -right.vy}, random);
}

void center(std::vector<Star>& stars) {
  Star sum;
  for (const Star& each : stars) {
    sum.mass += each.mass;
    sum.x += each.mass * each.x;
    sum.y += each.mass * each.y;
    sum.z += each.mass * each.z;
    sum.vx += each.mass * each.vx;
    sum.vy += each.mass * each.vy;
    sum.vz += each.mass * each.vz;
  }
  for (Star& each : stars) {
    each.x -= sum.x / sum.mass;
    each.y -= sum.y / sum.mass;
    each.z -= sum.z / sum.mass;
    each.vx -= sum.vx / sum.mass;
    each.vy -= sum.vy / sum.mass;
    each.vz -= sum.vz / sum.mass;
  }
}

}  // namespace

void begin(const Parameters& parameters, const FieldView& out) {
  Random random(static_cast<std::uint64_t>(parameters.seed));
  std::vector<Star> stars;
  stars.reserve(static_cast<std::size_t>(parameters.bodies));
  switch (parameters.start) {
    case Start::plummer:
      add_ball(stars, parameters.bodies, 1, 1, {}, random);
      break;
    case Start::disk:
      add_disk(stars, parameters.bodies, random);
      break;
    case Start::collision:
      add_collision(stars, parameters.bodies, random);
      break;
  }
  center(stars);
  with_precision(out.precision, [&]<class T>() {
    for (int i = 0; i < out.size.height; ++i) {
      const Star& star = stars[static_cast<std::size_t>(i)];
      const double values[columns] = {star.x, star.y, star.z, star.mass, star.vx, star.vy, star.vz, 0};
      std::ranges::transform(values, out.row<T>(i), [](double value) { return static_cast<T>(value); });
    }
  });
}

}  // namespace heteroscope::nbody
