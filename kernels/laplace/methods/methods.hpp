#pragma once

#include "kernels/laplace/methods/cg.hpp"
#include "kernels/laplace/methods/direct.hpp"
#include "kernels/laplace/methods/jacobi.hpp"
#include "kernels/laplace/methods/multigrid.hpp"
#include "kernels/laplace/methods/red_black.hpp"
#include "kernels/laplace/methods/sor.hpp"

namespace heteroscope::laplace {

inline constexpr const MethodFacts* all_facts[] = {
#define HETEROSCOPE_METHOD(name) &name::facts,
#include "kernels/laplace/methods/methods.inc"
#undef HETEROSCOPE_METHOD
};

inline const MethodFacts& facts_of(Method method) {
  return *all_facts[static_cast<std::size_t>(method)];
}

/// How many steps lie between two checks of the residual. A check costs as much as half a step, and relaxations and cg
/// take a number of steps at least proportional to n, so it is every n/32 steps, at most 32. The residual's maximum
/// does not depend on the order of the nodes, and the values have the same bits everywhere, so all processors stop at
/// the same step.
inline int check_every(const Parameters& p) {
  return facts_of(p.method).check_each ? 1 : std::clamp(p.n / 32, 1, 32);
}

/// Advances the job's planes by its steps with the method that its parameters name.
template <class Backend>
void run_method(const IterateJob& job, Backend& on) {
  with_precision(job.precision(), [&]<class T>() {
    switch (job.parameters_as<Parameters>().method) {
#define HETEROSCOPE_METHOD(name) \
  case Method::name:             \
    return name::template run<T>(job, on);
#include "kernels/laplace/methods/methods.inc"
#undef HETEROSCOPE_METHOD
    }
  });
}

}  // namespace heteroscope::laplace
