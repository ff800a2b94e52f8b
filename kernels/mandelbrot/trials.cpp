#include "kernels/mandelbrot/workload.hpp"

/// Sizes and parameters on both sides of the conditions in this folder's variants.
namespace heteroscope::mandelbrot {

std::vector<Trial> trials() {
  std::vector<Trial> out;
  // limits at which the loops with a test every few iterations begin, take a stride more, or leave one over
  for (const double limit : {1, 2, 16, 17, 18, 32, 33, 34, 35, 36, 65, 66, 67, 97, 98}) {
    out.push_back({.values = {{"max_iterations", limit}}});
  }
  // orbits that escape with the last iteration, at which they do not count any more
  out.push_back({.values = {{"max_iterations", 33}}, .sizes = {{28, 7}}});
  out.push_back({.values = {{"max_iterations", 209}}, .sizes = {{110, 43}}});
  // whole groups of vectors in each row, and parts of them
  out.push_back({.values = {}, .sizes = {{192, 64}, {96, 33}}});
  // so near to the real axis that a doubled product may be subnormal
  out.push_back({.values = {{"center_im", 1e-20}}, .sizes = {{64, 1}}});
  // more rows of blocks than a grid has
  out.push_back({.values = {{"max_iterations", 40}},
                 .sizes = {{3, 65536}},
                 .variants = {"cuda_2d", "cuda_unrolled"},
                 .blocks = {{1024, 1}}});
  // high tiles, whole and cut: from 64 of 1024 pixels for each of an H200's 132 multiprocessors on
  for (const double smooth : {0, 1}) {
    out.push_back({.values = {{"max_iterations", 40}, {"smooth", smooth}},
                   .sizes = {{2944, 2944}, {2941, 2943}},
                   .variants = {"cuda_tuned"},
                   .blocks = {{0, 0}}});
  }
  out.push_back({.values = {}, .band = 5});
  return out;
}

}  // namespace heteroscope::mandelbrot
