#include "kernels/laplace/parameters.hpp"
#include "kernels/laplace/workload.hpp"

/// Sizes and parameters on both sides of the conditions in this folder's variants.
namespace heteroscope::laplace {

std::vector<VerifyCase> verify_cases() {
  const auto problem = [](double n, Method method) { return Values{{"n", n}, {"method", of(method)}}; };
  std::vector<VerifyCase> out;
  for (const double n : {3, 4, 5, 17, 33, 100}) {
    out.push_back({.values = {{"n", n}, {"boundary", static_cast<double>(Boundary::step)}}, .crossed = true});
  }
  for (const double n : {3, 4, 90}) {
    out.push_back({.values = {{"n", n}, {"method", of(Method::multigrid)}, {"cycle", static_cast<double>(Cycle::full)}},
                   .crossed = true});
  }
  out.push_back({.values = {{"n", 50}, {"method", of(Method::sor)}, {"omega", 1.5}}, .crossed = true});
  out.push_back({.values = {{"n", 300}, {"method", of(Method::cg)}}, .crossed = true});
  // cg's sums by tiles: tiles with one row, with one column and whole ones only; more than a thousand steps; a restart
  for (const double n : {34, 129, 130}) out.push_back({.values = problem(n, Method::cg)});
  out.push_back({.values = problem(100, Method::cg), .steps = 40});
  const std::vector<std::string_view> large{"cuda", "cuda_dependent", "cuda_graph", "cuda_conditional"};
  out.push_back({.values = problem(2050, Method::cg), .variants = large, .steps = 3});
  out.push_back(
      {.values = problem(257, Method::cg), .variants = {"cuda", "cuda_dependent", "cuda_graph", "omp"}, .steps = 600});
  // cuda_conditional: rounds of an odd and of an even number of steps, up to the one that settles, and some steps more;
  // cg has none below 1024 nodes
  for (const double n : {33, 97, 130}) {
    for (const Method each : {Method::jacobi, Method::red_black, Method::sor, Method::multigrid})
      out.push_back({.values = problem(n, each), .variants = large, .steps = 101});
  }
  out.push_back({.values = problem(1030, Method::cg), .variants = large, .steps = 100});
  // direct: modes in several rounds, columns in one tile and in two
  for (const double n : {66, 67, 520}) out.push_back({.values = problem(n, Method::direct), .steps = 1});
  // multigrid: levels that one block computes, and larger ones
  for (const double n : {65, 66}) out.push_back({.values = problem(n, Method::multigrid)});
  out.push_back(
      {.values = {{"n", 257}, {"method", of(Method::multigrid)}, {"cycle", static_cast<double>(Cycle::full)}}});
  // multigrid: the largest grid that all participants compute has more nodes than one block computes
  out.push_back({.values = problem(1200, Method::multigrid),
                 .variants = {"cuda", "cuda_dependent", "cuda_graph", "omp"},
                 .steps = 2,
                 .shared = true});
  // CPU: enough nodes to be shared among threads, for passes over all nodes and over one color
  for (const double n : {92, 93, 128, 130}) {
    out.push_back({.values = problem(n, Method::jacobi)});
    out.push_back({.values = problem(n, Method::sor)});
  }
  return out;
}

}  // namespace heteroscope::laplace
