#include "kernels/histogram/parameters.hpp"
#include "kernels/histogram/workload.hpp"

/// Sizes and parameters on both sides of the conditions in this folder's variants.
namespace heteroscope::histogram {

std::vector<VerifyCase> verify_cases() {
  constexpr double modulo = static_cast<double>(Binning::modulo);
  constexpr double range = static_cast<double>(Binning::range);
  std::vector<VerifyCase> out;
  // counters in registers and in columns; remainders by a mask and by a multiplication; CUB's counters in shared memory
  // and beyond
  for (const double bins : {2, 3, 7, 8, 9, 100, 256, 257, 512, 1000, 1024}) {
    for (const double binning : {range, modulo}) {
      out.push_back({.values = {{"bins", bins}, {"binning", binning}}, .sizes = {{203, 117}, {256, 64}}});
      out.push_back({.values = {{"bins", bins}, {"binning", binning}}, .blocks = {{0, 0}}, .band = 5});
    }
  }
  out.push_back({.values = {{"bins", 8}}, .sizes = {{1, 37}}, .blocks = {{0, 0}}, .band = 1});
  out.push_back({.values = {{"bins", 7}}, .sizes = {{4200, 3}}});
  out.push_back({.values = {{"bins", 8}}, .sizes = {{4200, 3}}});
  // values below 0, and values below and above the range
  out.push_back({.values = {{"bins", 7}, {"binning", modulo}}, .pattern = "constant", .number = -3.5});
  out.push_back({.values = {{"bins", 256}, {"binning", modulo}}, .pattern = "constant", .number = -3.5});
  out.push_back({.values = {{"low", 100}, {"high", 101}}});
  out.push_back({.values = {{"bins", 100}, {"binning", modulo}}, .pattern = "integers"});
  // magnitudes that are not quick, and both ends of int32
  for (const double bins : {7, 8, 256, 1000}) {
    out.push_back({.values = {{"bins", bins}, {"binning", modulo}}, .pattern = "wide_integers"});
  }
  out.push_back({.values = {{"low", -2147483648.0}, {"high", 2147483648.0}}, .pattern = "wide_integers"});
  // several rounds of a grid; counters of 8 bits that must be emptied on the way
  out.push_back({.values = {{"bins", 256}}, .sizes = {{521, 521}}});
  const std::vector<std::string_view> large{"cuda_vectorised", "cuda_private", "cub", "simd"};
  out.push_back({.values = {{"bins", 1024}, {"binning", modulo}}, .sizes = {{2700, 2700}}, .variants = large});
  out.push_back({.values = {{"bins", 1000}, {"binning", modulo}}, .sizes = {{2700, 2700}}, .variants = large});
  out.push_back({.values = {{"bins", 7}}, .sizes = {{5900, 5701}}, .variants = large});
  out.push_back({.values = {{"bins", 8}}, .sizes = {{5900, 5701}}, .variants = large});
  // beyond what one block's shared memory holds (58,112 bins where that is 227 KiB, 16,384 where it is 64), so that
  // values are read more than once, and clusters of every size; the largest numbers of bins of cuda_shared and
  // cuda_private
  const std::vector<std::string_view> many{"cuda_vectorised",    "cuda_cluster", "cub",
                                           "cuda_global_atomic", "simd",         "omp_private"};
  for (const double bins : {12288, 16384, 16385, 30001, 40000, 58112, 58113, 65535, 65536}) {
    for (const double binning : {range, modulo}) {
      out.push_back({.values = {{"bins", bins}, {"binning", binning}},
                     .sizes = {{203, 117}, {521, 521}},
                     .variants = many,
                     .pattern = "integers"});
    }
  }
  out.push_back({.values = {{"bins", 40000}, {"binning", modulo}}, .sizes = {{203, 117}}, .variants = many, .band = 5});
  out.push_back({.values = {{"bins", 65535}, {"binning", modulo}}, .sizes = {{203, 117}}, .variants = many, .band = 5});
  out.push_back({.values = {{"bins", 12288}, {"binning", modulo}}, .variants = {"cuda_shared"}});
  out.push_back({.values = {{"bins", 1728}, {"binning", modulo}}, .variants = {"cuda_private"}});
  return out;
}

}  // namespace heteroscope::histogram
