#include "kernels/blur/line.hpp"
#include "kernels/blur/workload.hpp"

/// Sizes and parameters on both sides of the conditions in this folder's variants.
namespace heteroscope::blur {

std::vector<VerifyCase> verify_cases() {
  const auto radius = [](double r) { return Values{{"radius", r}}; };
  const std::vector<std::string_view> marching{"cuda_tensor", "separable_simd", "cuda_separable", "cuda_pipeline"};
  std::vector<VerifyCase> out;
  // cuda_fused: a kernel for each radius, and a second one for narrow images at some; strips that lie wholly inside of
  // the image, touch its border or are cut by it, with aligned and unaligned rows
  for (int r = 1; r <= max_radius; ++r) {
    out.push_back({.values = radius(r),
                   .sizes = {{304, 76}, {301, 76}, {203, 117}, {60, 40}, {29, 21}},
                   .variants = {"cuda_fused"},
                   .blocks = {{0, 0}}});
  }
  // The others have fewer kernels, of which each is for some radii.
  for (const double r : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 15, 16, 17, 20}) {
    out.push_back({.values = radius(r), .sizes = {{304, 76}, {203, 117}}, .variants = marching, .blocks = {{0, 0}}});
  }
  for (const double r : {21, 24, 25, 28, 29, 32}) {
    out.push_back({.values = radius(r), .sizes = {{176, 100}, {203, 40}}, .variants = marching, .blocks = {{0, 0}}});
  }
  // cuda_fused: an inner strip that ends with the image's last column
  out.push_back({.values = radius(24), .sizes = {{280, 72}}, .variants = {"cuda_fused"}});
  out.push_back({.values = radius(28), .sizes = {{284, 84}}, .variants = {"cuda_fused"}});
  out.push_back({.values = radius(32), .sizes = {{288, 96}}, .variants = {"cuda_fused"}});
  // cuda_tma: boxes that begin at each place beside a multiple of 16 bytes, that are cut or lie inside; tiles of each
  // height; all borders, of which one needs nothing to be written
  for (int r = 1; r <= max_radius; ++r) {
    for (const double border : {0, 1, 2}) {
      out.push_back({.values = {{"radius", r}, {"border", border}},
                     .sizes = {{304, 201}, {68, 21}, {4, 9}},
                     .variants = {"cuda_tma"}});
    }
  }
  // separable_simd: several strips, the last one narrower than a vector
  out.push_back({.values = radius(32), .sizes = {{2181, 3}, {2307, 3}}, .variants = {"separable_simd"}});
  // long marches; more rows of blocks than a grid can have; tiles that come in several slabs of shared memory
  out.push_back({.values = radius(3),
                 .sizes = {{8, 30000}},
                 .variants = {"cuda_fused", "cuda_tensor", "cuda_pipeline", "cuda_tma"}});
  out.push_back({.values = radius(4), .sizes = {{8, 30000}}, .variants = {"cuda_fused", "cuda_tensor"}});
  out.push_back({.values = radius(12), .sizes = {{8, 30000}}, .variants = {"cuda_fused"}});
  out.push_back({.values = radius(1), .sizes = {{144, 8000}}, .variants = {"cuda_fused", "cuda_tensor"}});
  out.push_back({.values = radius(1), .sizes = {{3, 65536}}, .blocks = {{1024, 1}}});
  out.push_back({.values = radius(32), .sizes = {{64, 40}}, .blocks = {{1024, 1}, {1, 1024}, {32, 32}}});
  // a mask with one value, and one as flat as a box
  out.push_back({.values = {{"radius", 5}, {"sigma", 0.1}}, .blocks = {{0, 0}}});
  out.push_back({.values = {{"radius", 5}, {"sigma", 100}}, .blocks = {{0, 0}}});
  out.push_back({.values = radius(2), .sizes = {{304, 76}, {203, 117}}, .blocks = {{0, 0}}, .band = 5});
  out.push_back({.values = radius(16), .sizes = {{304, 76}, {203, 117}}, .blocks = {{0, 0}}, .band = 5});
  return out;
}

}  // namespace heteroscope::blur
