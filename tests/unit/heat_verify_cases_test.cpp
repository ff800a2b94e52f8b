#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "kernels/heat/parameters.hpp"
#include "kernels/heat/resident/fit.hpp"
#include "kernels/heat/resident/shape.hpp"
#include "kernels/heat/workload.hpp"

namespace heteroscope::heat {
namespace {

/// A shape's rows, and whether the kernel reads four values at a time.
using Kernel = std::pair<int, bool>;

template <class T>
void note(int n, int multiprocessors, std::set<Kernel>& out) {
  with_shape<T>(n, multiprocessors, [&]<class Shape>() { out.insert({Shape::rows, n % Shape::vector == 0}); });
}

/// Which kernel holds a grid depends on the GPU's size: whichever a GPU can launch, some verify case launches.
template <class T>
void expect_all_are_tried(int multiprocessors) {
  constexpr int largest = 2600;
  std::set<Kernel> launchable;
  for (int n = 3; n <= largest; ++n) note<T>(n, multiprocessors, launchable);
  std::set<Kernel> tried;
  for (const VerifyCase& each : verify_cases()) note<T>(static_cast<int>(each.values.at("n")), multiprocessors, tried);
  EXPECT_EQ(tried, launchable) << multiprocessors << " multiprocessors, values of " << sizeof(T) << " bytes";
}

TEST(HeatVerifyCases, EveryResidentKernelIsTriedOnGpusOfEverySize) {
  for (int multiprocessors = 16; multiprocessors <= 192; multiprocessors += 2) {
    expect_all_are_tried<float>(multiprocessors);
    expect_all_are_tried<double>(multiprocessors);
  }
}

TEST(HeatResident, SaysWhatItCannotHold) {
  const auto why = [](int n, Integrator integrator) {
    constexpr int multiprocessors = 132;
    return why_not_resident({.n = n, .integrator = integrator}, n, Precision::fp32, multiprocessors);
  };
  EXPECT_EQ(why(512, Integrator::euler), "");
  EXPECT_EQ(why(512, Integrator::rk2), "it has only the integrator euler: choose integrator=euler or another variant");
  EXPECT_EQ(why(9000, Integrator::euler).find("n: 9000 does not fit into this GPU's registers; "), 0U);
}

}  // namespace
}  // namespace heteroscope::heat
