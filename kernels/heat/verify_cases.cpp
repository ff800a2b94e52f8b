#include "kernels/heat/parameters.hpp"
#include "kernels/heat/workload.hpp"

/// Sizes and parameters on both sides of the conditions in this folder's variants.
namespace heteroscope::heat {

std::vector<VerifyCase> verify_cases() {
  constexpr double noise = static_cast<double>(Initial::noise);
  const auto problem = [noise](double n, Integrator integrator) {
    return Values{{"n", n}, {"initial", noise}, {"integrator", static_cast<double>(integrator)}};
  };
  std::vector<VerifyCase> out;
  for (const double n : {3, 4, 5, 17, 118, 203}) {
    out.push_back({.values = {{"n", n}, {"initial", noise}}, .crossed = true});
  }
  // cuda_blocked: strips whose columns and rows all lie inside of the plate
  for (const Integrator each :
       {Integrator::euler, Integrator::rk2, Integrator::rk4, Integrator::ab2, Integrator::ab3}) {
    out.push_back({.values = problem(248, each)});
  }
  // cuda_resident: numbers of steps around the depth after which blocks exchange halos, with one and several exchanges
  for (const std::int64_t steps : {1, 2, 3, 8, 9, 16, 17}) {
    out.push_back({.values = problem(17, Integrator::euler), .steps = steps});
  }
  for (const double n : {203, 204}) out.push_back({.values = problem(n, Integrator::euler), .steps = 33});
  // cuda_resident: every tile shape on a GPU with 132 multiprocessors, with aligned and unaligned rows; cuda_pipeline:
  // strips with columns beyond the field
  for (const double n : {801, 1041, 1044, 1657, 2048}) {
    out.push_back({.values = problem(n, Integrator::euler),
                   .variants = {"cuda_resident", "cuda_blocked", "cuda_cooperative", "cuda_pipeline"},
                   .blocks = {{0, 0}}});
  }
  // cuda_resident: every tile shape on GPUs with 16 to 192 multiprocessors
  for (const double aligned : {292, 388, 532, 564, 676, 788, 1012, 1108, 1476, 1564, 2028}) {
    for (const double n : {aligned, aligned - 3})
      out.push_back({.values = problem(n, Integrator::euler), .variants = {"cuda_resident"}, .blocks = {{0, 0}}});
  }
  out.push_back({.values = problem(1044, Integrator::euler), .variants = {"cuda_resident"}, .steps = 40});
  // cuda_graph: a graph that is launched again, and one of what is left; cuda_cooperative, cuda_dependent: more steps
  // than the start-up has
  for (const Integrator each :
       {Integrator::euler, Integrator::rk2, Integrator::rk4, Integrator::ab2, Integrator::ab3}) {
    out.push_back(
        {.values = problem(33, each), .variants = {"cuda_graph", "cuda_cooperative", "cuda_dependent"}, .steps = 300});
  }
  // simd: planes large enough for streaming stores, and several strips
  for (const Integrator each : {Integrator::euler, Integrator::rk2}) {
    out.push_back({.values = problem(2050, each), .variants = {"simd"}, .steps = 2});
  }
  for (const Integrator each : {Integrator::rk2, Integrator::ab3}) {
    out.push_back({.values = problem(2048, each), .variants = {"simd", "cuda_blocked"}, .steps = 4});
  }
  out.push_back({.values = problem(1500, Integrator::rk2), .variants = {"simd"}, .steps = 9});
  out.push_back({.values = problem(1290, Integrator::rk4), .variants = {"simd"}, .steps = 5});
  return out;
}

}  // namespace heteroscope::heat
