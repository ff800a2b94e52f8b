#include "kernels/triangle/parameters.hpp"
#include "kernels/triangle/workload.hpp"

/// Sizes and parameters on both sides of the conditions in this folder's variants.
namespace heteroscope::triangle {

std::vector<VerifyCase> verify_cases() {
  const std::vector<std::string_view> mapped{"cuda_bb", "cuda_rb", "cuda_rec", "cuda_ltm", "cuda_fr", "cuda_fr_basic"};
  const auto collision = static_cast<double>(Cost::collision);
  const auto heavy = static_cast<double>(Cost::heavy);
  const auto problem = [](double n, double cutoff, double depth) {
    return Values{{"n", n}, {"cutoff", cutoff}, {"max_depth", depth}, {"radius", 0.1}, {"time", 3}};
  };
  std::vector<VerifyCase> out;
  for (const auto& values :
       {problem(1, 16, 6), problem(2, 16, 6), problem(3, 1, 12), problem(7, 1, 12), problem(33, 1, 12),
        problem(64, 1, 1), problem(127, 16, 6), problem(127, 16, 0), problem(300, 16, 6), problem(300, 1, 12)}) {
    out.push_back({.values = values, .crossed = true});
  }
  const std::vector<std::string_view> recursive{"cuda_dp", "omp_recursive"};
  const auto with = [](Values values, std::string_view id, double value) {
    values[std::string(id)] = value;
    return values;
  };
  for (const double n : {33, 300}) {
    out.push_back({.values = with(problem(n, 1, 12), "siblings", 1), .variants = recursive});
    out.push_back({.values = with(problem(n, 1, 12), "alpha", 0.5), .variants = recursive});
  }
  // cuda_linear, simd: several columns and rows of tiles, with aligned and unaligned rows
  for (const double n : {1100, 1101, 2100}) {
    out.push_back({.values = {{"n", n}}, .variants = {"cuda_linear", "simd"}});
    out.push_back({.values = {{"n", n}, {"cost", collision}, {"radius", 0.1}}, .variants = {"cuda_linear", "simd"}});
    out.push_back({.values = {{"n", n}, {"cost", heavy}, {"work", 8}}, .variants = {"cuda_linear", "simd"}});
  }
  // simd: results large enough for streaming stores
  for (const double n : {2512, 2511}) out.push_back({.values = {{"n", n}}, .variants = {"simd"}});
  // square roots that need correcting; more nested launches than the device at first has room for
  out.push_back({.values = {{"n", 4700}}, .variants = mapped, .blocks = {{1, 1}}});
  out.push_back({.values = problem(1100, 1, 12), .variants = {"cuda_dp"}, .blocks = {{1, 1}}});
  // loops without iterations, and disks of radius 0
  out.push_back({.values = {{"n", 127}, {"cost", heavy}, {"work", 0}}});
  out.push_back({.values = {{"n", 127}, {"cost", collision}, {"radius", 0}}});
  // parts that begin in the middle of a grid
  out.push_back({.values = problem(300, 16, 6), .band = 1});
  out.push_back({.values = problem(300, 16, 6), .band = 3});
  return out;
}

}  // namespace heteroscope::triangle
