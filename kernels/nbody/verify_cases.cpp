#include "kernels/nbody/workload.hpp"

/// Sizes and parameters on both sides of the conditions in this folder's variants.
namespace heteroscope::nbody {

std::vector<VerifyCase> verify_cases() {
  std::vector<VerifyCase> out;
  // a vector and less, a chunk of the CPU and one body more, a block of bodies and one more, two segments and a part
  for (const double bodies : {2, 15, 17, 63, 64, 65, 511, 512, 513, 1024, 1537}) {
    out.push_back({.values = {{"bodies", bodies}}, .sizes = {{64, 48}}, .steps = 3});
  }
  // segments of more than 512 bodies
  out.push_back({.values = {{"bodies", 16385}},
                 .sizes = {{96, 64}},
                 .variants = {"cuda_blocked", "cuda_cluster", "cuda_multicast", "simd"},
                 .steps = 1});
  // every start; disks that the picture's edges cut, and bodies outside of it
  for (const double start : {0, 1, 2}) {
    out.push_back({.values = {{"bodies", 300}, {"start", start}, {"dot", 16}, {"span", 1}}, .sizes = {{77, 33}}});
    out.push_back(
        {.values = {{"bodies", 300}, {"start", start}, {"center_x", 0.5}, {"span", 0.01}}, .sizes = {{33, 77}}});
  }
  // pulls that are as large as they can be
  out.push_back({.values = {{"bodies", 200}, {"softening", 0.0001}}, .steps = 5});
  // bodies that leave for infinity
  out.push_back({.values = {{"bodies", 64}, {"time_step", 1}, {"softening", 0.0001}}, .steps = 8});
  out.push_back({.values = {{"bodies", 700}}, .steps = 4, .band = 1});
  return out;
}

}  // namespace heteroscope::nbody
