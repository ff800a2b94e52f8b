// Measures the candidates for the layout of blur's `cuda_fused`: blur_fused SIDE COPY FP32 FP64 [RADIUS]..., where COPY
// is the copy bandwidth in TB/s, and FP32 and FP64 are the rates of multiply-adds in T/s (heteroscope list --ceilings).
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "tests/shapes/blur_fused.hpp"

namespace {

using heteroscope::blur::ShapesAsked;

template <int... less>
bool measure(const ShapesAsked& asked, int radius, std::integer_sequence<int, less...>) {
  bool right = true;
  ((radius == less + 1 ? void(right = heteroscope::blur::measure_shapes<less + 1>(asked)) : void()), ...);
  return right;
}

}  // namespace

int main(int count, char** words) {
  if (count < 5) {
    std::fputs("usage: blur_fused SIDE COPY FP32 FP64 [RADIUS]...\n", stderr);
    return 2;
  }
  const ShapesAsked asked{std::atoi(words[1]), std::atof(words[2]) * 1e12, std::atof(words[3]) * 1e12,
                          std::atof(words[4]) * 1e12};
  bool right = true;
  for (int radius = 1; radius <= 32; ++radius) {
    bool wanted = count == 5;
    for (int i = 5; i < count; ++i) wanted = wanted || std::atoi(words[i]) == radius;
    if (wanted) right = measure(asked, radius, std::make_integer_sequence<int, 32>()) && right;
  }
  return right ? 0 : 1;
}
