#include "kernels/heat/resident/fit.hpp"

#include <algorithm>

#include "core/types/types.hpp"
#include "kernels/heat/resident/shape.hpp"

namespace heteroscope::heat {

std::string why_not_resident(const Parameters& parameters, int n, Precision precision, int multiprocessors) {
  if (parameters.integrator != Integrator::euler)
    return "it has only the integrator euler: choose integrator=euler or another variant";
  return with_precision(precision, [&]<class T>() -> std::string {
    if (holds<T>(n, multiprocessors)) return "";
    constexpr int beyond_all = 65536;
    int most = std::min(n, beyond_all);
    while (most > 3 && !holds<T>(most, multiprocessors)) --most;
    return "n: " + std::to_string(n) + " does not fit into this GPU's registers; " + std::to_string(most) + " in " +
           std::string(id_of(precision)) + " does";
  });
}

}  // namespace heteroscope::heat
