#pragma once

namespace heteroscope::triangle {

enum class Cost { constant, distance, collision, heavy };

/// When variants that cover a triangle recursively start its two halves.
enum class Siblings { together, in_order };

inline constexpr int most_depth = 12;

struct Parameters {
  int n = 1024;
  Cost cost = Cost::distance;
  int work = 64;
  double radius = 0.01;
  double time = 0;
  int seed = 1;
  int cutoff = 256;
  int max_depth = 6;
  double alpha = 0;
  Siblings siblings = Siblings::together;
};

}  // namespace heteroscope::triangle
