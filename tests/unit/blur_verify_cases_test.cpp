#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "kernels/blur/fused_shape.hpp"
#include "kernels/blur/line.hpp"
#include "kernels/blur/workload.hpp"

namespace heteroscope::blur {
namespace {

/// A radius, and whether its ring is the small one; each is a kernel of cuda_fused.
using Kernel = std::pair<int, bool>;

template <class T, int R>
void note_radius(int width, std::size_t shared_bytes, std::set<Kernel>& out) {
  out.insert({R, takes_small_ring<T, R>(width, shared_bytes)});
}
/// Notes which kernels blur images so many columns wide.
template <class T, int... less>
void note_all(int width, std::size_t shared_bytes, std::set<Kernel>& out, std::integer_sequence<int, less...>) {
  (note_radius<T, less + 1>(width, shared_bytes, out), ...);
}
/// Notes which kernel blurs such images with that radius.
template <class T, int... less>
void note_one(int radius, int width, std::size_t shared_bytes, std::set<Kernel>& out,
              std::integer_sequence<int, less...>) {
  ((radius == less + 1 ? note_radius<T, less + 1>(width, shared_bytes, out) : void()), ...);
}

constexpr auto radii = std::make_integer_sequence<int, max_radius>();

/// Which ring blurs an image depends on its width and on the GPU: whichever a GPU can launch, some verify case
/// launches.
template <class T>
void expect_all_are_tried(std::size_t shared_bytes) {
  constexpr int widest = 1000;
  std::set<Kernel> launchable;
  for (int width = 1; width <= widest; ++width) note_all<T>(width, shared_bytes, launchable, radii);
  std::set<Kernel> tried;
  for (const VerifyCase& each : verify_cases()) {
    if (!each.variants.empty() && std::ranges::find(each.variants, "cuda_fused") == each.variants.end()) continue;
    for (const Size size : each.sizes)
      note_one<T>(static_cast<int>(each.values.at("radius")), size.width, shared_bytes, tried, radii);
  }
  EXPECT_EQ(tried, launchable) << shared_bytes << " bytes of shared memory, values of " << sizeof(T) << " bytes";
}

TEST(BlurVerifyCases, EveryKernelOfCudaFusedIsTriedOnGpusOfEachSharedMemory) {
  for (const std::size_t kib : {64, 99, 163, 227}) {
    expect_all_are_tried<float>(kib << 10);
    expect_all_are_tried<double>(kib << 10);
  }
}

TEST(BlurFused, BothRingsOfARadiusAreLaunchedWhereThereIsTheMemory) {
  constexpr std::size_t large = 227 << 10;
  EXPECT_TRUE((takes_small_ring<double, 32>(32, large)));
  EXPECT_FALSE((takes_small_ring<double, 32>(33, large)));
  EXPECT_TRUE((takes_small_ring<double, 32>(33, 80 << 10)));
  EXPECT_FALSE((takes_small_ring<double, 24>(33, 80 << 10)));
  EXPECT_TRUE((takes_small_ring<float, 28>(33, 99 << 10)));
  EXPECT_FALSE((takes_small_ring<float, 32>(33, 99 << 10)));
  // one ring suits all GPUs, and marches take no such memory
  EXPECT_FALSE((has_small_ring<float, 24>()));
  EXPECT_FALSE((takes_small_ring<float, 24>(1, large)));
  EXPECT_FALSE((takes_small_ring<float, 6>(1, large)));
  EXPECT_FALSE((takes_small_ring<double, 20>(1, large)));
}

TEST(BlurFused, ATaskHasRowsInTheUnitOfItsKernel) {
  for (const int unit : {1, 8}) {
    for (const int most : {8, 16, 256}) {
      for (const int rows : {1, 7, 8, 9, 100, 65536}) {
        for (const int at_a_time : {0, 1, 1000}) {
          const int each = rows_of_a_task(rows, 3, at_a_time, unit, most, 32);
          EXPECT_EQ(each % unit, 0);
          EXPECT_GE(each, unit);
          EXPECT_LE(each, most);
        }
      }
    }
  }
}

}  // namespace
}  // namespace heteroscope::blur
