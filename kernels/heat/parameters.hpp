#pragma once

namespace heteroscope::heat {

enum class Integrator { euler, rk2, rk4, ab2, ab3 };
enum class Initial { sine, spot, noise, image };

struct Parameters {
  int n = 512;
  double fourier = 0;
  Integrator integrator = Integrator::euler;
  Initial initial = Initial::sine;
};

}  // namespace heteroscope::heat
