#include "kernels/binarize/workload.hpp"

/// Sizes and parameters on both sides of the conditions in this folder's variants.
namespace heteroscope::binarize {

std::vector<VerifyCase> verify_cases() {
  const std::vector<std::string_view> sums{"mean=cuda_one_pass",       "mean=cub",
                                           "mean=cuda_cooperative",    "mean=cuda_cluster",
                                           "mean=cuda_divide_conquer", "mean=simd"};
  const std::vector<std::string_view> thresholds{"threshold=cuda_vectorised", "threshold=cuda_1d",
                                                 "threshold=cuda_streams", "threshold=simd"};
  std::vector<VerifyCase> out;
  // grids as large as the device holds, with several rounds of each thread; several chunks of each stream; a result
  // that the CPU writes with streaming stores
  for (const auto& variants : {sums, thresholds}) {
    out.push_back({.values = {}, .sizes = {{2901, 3001}, {2944, 2896}}, .variants = variants, .blocks = {{0, 0}}});
  }
  // simd: several blocks of 4096 values and a rest, and exactly one
  out.push_back({.values = {}, .sizes = {{8200, 3}, {4096, 2}}, .variants = {"mean=simd"}});
  // trees over odd numbers of threads, and warps that are not full
  out.push_back({.values = {}, .blocks = {{7, 1}, {96, 1}, {1000, 1}, {1, 1}}});
  // more blocks than the 2^20 that are launched
  out.push_back({.values = {}, .sizes = {{1100, 1000}}, .variants = {"mean=cuda_divide_conquer"}, .blocks = {{1, 1}}});
  // CUB: one tile, and two passes; one round of all threads
  out.push_back({.values = {}, .sizes = {{2048, 1}, {2049, 1}, {4096, 1}}, .variants = sums});
  out.push_back({.values = {}, .sizes = {{3, 65536}}, .variants = {"threshold=cuda_2d"}, .blocks = {{1024, 1}}});
  // a flat picture whose sum no double holds: a mean that is rounded above its values would turn all of it
  out.push_back({.values = {}, .sizes = {{641, 479}}, .pattern = "constant", .number = 127.7});
  // another one in fp64: a mean that is rounded to fp32 lies above its values, and all of it would turn
  out.push_back({.values = {}, .pattern = "constant", .number = 127.3});
  // bands that begin at every offset within 16 bytes
  out.push_back({.values = {}, .sizes = {{203, 117}, {202, 117}}, .band = 5});
  out.push_back({.values = {}, .sizes = {{1, 37}}, .band = 1});
  return out;
}

}  // namespace heteroscope::binarize
