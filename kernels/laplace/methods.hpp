#pragma once

#include "kernels/laplace/cg.hpp"
#include "kernels/laplace/direct.hpp"
#include "kernels/laplace/jacobi.hpp"
#include "kernels/laplace/multigrid.hpp"
#include "kernels/laplace/red_black.hpp"
#include "kernels/laplace/sor.hpp"

namespace heteroscope::laplace {

inline constexpr const MethodFacts* all_facts[] = {
#define HETEROSCOPE_METHOD(name) &name::facts,
#include "kernels/laplace/methods.inc"
#undef HETEROSCOPE_METHOD
};

inline const MethodFacts& facts_of(Method method) {
  return *all_facts[static_cast<std::size_t>(method)];
}

/// Advances the job's planes by its steps with the method that its parameters name.
template <class Backend>
void run_method(const IterateJob& job, Backend& on) {
  with_precision(job.precision(), [&]<class T>() {
    switch (job.parameters_as<Parameters>().method) {
#define HETEROSCOPE_METHOD(name) \
  case Method::name:             \
    return name::template run<T>(job, on);
#include "kernels/laplace/methods.inc"
#undef HETEROSCOPE_METHOD
    }
  });
  // a final barrier: what others fetch must stay there until all have it
  job.collective.exchange({});
}

}  // namespace heteroscope::laplace
