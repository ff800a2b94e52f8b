#include "kernels/transpose/workload.hpp"

/// Sizes and parameters on both sides of the conditions in this folder's variants.
namespace heteroscope::transpose {

std::vector<VerifyCase> verify_cases() {
  std::vector<VerifyCase> out;
  // cuda_vectorised: whole tiles of vectors; tiles cut at the right and below; rows aligned in only one of the images
  out.push_back({.values = {},
                 .sizes = {{256, 384}, {260, 132}, {384, 256}, {203, 116}, {204, 117}, {202, 118}},
                 .variants = {"cuda_vectorised", "simd", "cublas_geam"}});
  // cuda_tma: whole boxes, boxes that are cut or lie outside; the least rows that there can be
  out.push_back({.values = {},
                 .sizes = {{256, 384}, {260, 132}, {100, 36}, {204, 116}, {202, 118}, {4, 8}},
                 .variants = {"cuda_tma"}});
  // simd: with streaming stores, by way of a buffer, by runs of rows
  out.push_back({.values = {},
                 .sizes = {{1030, 1024}, {2100, 501}, {4200, 40}},
                 .variants = {"simd", "omp_blocked", "cuda_vectorised"},
                 .blocks = {{0, 0}}});
  // more rows of blocks than a grid can have
  out.push_back({.values = {},
                 .sizes = {{3, 65536}, {65536, 3}},
                 .variants = {"cuda_global", "cuda_shared", "cuda_shared_padded"},
                 .blocks = {{1024, 1}}});
  out.push_back({.values = {}, .sizes = {{132, 68}, {203, 117}}, .band = 5});
  return out;
}

}  // namespace heteroscope::transpose
