#include "kernels/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/conformance/deep_vectors_test.cpp"
#include <hwy/foreach_target.h>  // includes this file again for each instruction set
#include <hwy/highway.h>

#include "kernels/mandelbrot/deep/vector_wide-inl.hpp"

#ifndef HETEROSCOPE_DEEP_VECTORS_TEST
#define HETEROSCOPE_DEEP_VECTORS_TEST
namespace heteroscope::mandelbrot {
namespace {

/// As many as the widest vectors have lanes.
constexpr std::size_t group = 8;
struct Operands {
  Delta<Wide> a[group], b[group];
};
struct Results {
  Delta<Wide> sum[group], product[group], twice[group];
  Wide extent[group], modulus[group], dot[group], test[group], real_sum[group], real_product[group], kept[group],
      together[group];
  bool less[group], less_than_test[group], negative[group];
};

}  // namespace
}  // namespace heteroscope::mandelbrot
#endif

HWY_BEFORE_NAMESPACE();
namespace heteroscope::mandelbrot::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void store_mask(hn::Mask<hn::ScalableTag<double>> mask, bool* out) {
  using N = VectorNumbers<Wide>;
  alignas(64) double lanes[N::most_lanes];
  hn::Store(hn::IfThenElseZero(mask, hn::Set(N::tag, 1.0)), N::tag, lanes);
  for (std::size_t i = 0; i < N::most_lanes; ++i) out[i] = lanes[i] != 0;
}

void by_vectors(const Operands& of, Results& out) {
  using N = VectorNumbers<Wide>;
  for (std::size_t i = 0; i < group; i += N::most_lanes) {
    const N::Complex a = N::load(of.a + i);
    const N::Complex b = N::load(of.b + i);
    N::store(a + b, out.sum + i);
    N::store(a * b, out.product + i);
    N::store(N::twice(a), out.twice + i);
    const N::Real x = N::extent(a);
    const N::Real y = N::extent(b);
    const N::Real test = x * y * y + N::dot(a, b);
    N::store(x, out.extent + i);
    N::store(N::modulus_above(a), out.modulus + i);
    N::store(N::dot(a, b), out.dot + i);
    N::store(test, out.test + i);
    N::store(x + y, out.real_sum + i);
    N::store(x * y, out.real_product + i);
    N::store(N::kept(x * y + x), out.kept + i);
    N::store(N::together(x, y), out.together + i);
    store_mask(x < y, out.less + i);
    store_mask(x * y < N::magnitude(test), out.less_than_test + i);
    store_mask(N::negative(test), out.negative + i);
  }
}

}  // namespace heteroscope::mandelbrot::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <gtest/gtest.h>

#include <random>

#include "tests/conformance/each_target.hpp"

namespace heteroscope::mandelbrot {
namespace {

HWY_EXPORT(by_vectors);

/// Numbers of all sizes, with parts far below the other, none, and sums that cancel.
class RandomOperands {
 public:
  Operands next() {
    Operands out;
    for (std::size_t i = 0; i < group; ++i) {
      out.a[i] = any();
      out.b[i] = any();
      if (below(3) == 0) out.b[i] = near(out.a[i]);
      if (below(3) == 0 && out.a[i].e > no_exponent) out.b[i].e = out.a[i].e + below(400) - 200;
      if (out.b[i].re == 0 && out.b[i].im == 0) out.b[i] = {};
    }
    return out;
  }

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  double number() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  double part() { return below(8) == 0 ? 0 : below(4) == 0 ? std::ldexp(number(), -below(300)) : number(); }
  Delta<Wide> any() { return normal(part(), part(), below(2) == 0 ? -below(8) : -below(4000)); }
  /// Minus it, or what is at right angles to it, but for the last digits.
  Delta<Wide> near(Delta<Wide> a) {
    const double last = below(2) == 0 ? 0 : number() * 0x1p-50;
    return below(2) == 0 ? normal(-a.re, -a.im + last, a.e) : normal(-a.im + last, a.re, a.e);
  }

  std::mt19937 random_{5};
};

void expect_same(Wide found, Wide expected, const char* what) {
  EXPECT_TRUE(found.m == expected.m && found.e == expected.e)
      << what << ": " << found.m << " 2^" << found.e << ", not " << expected.m << " 2^" << expected.e;
}
void expect_same(Delta<Wide> found, Delta<Wide> expected, const char* what) {
  EXPECT_TRUE(found.re == expected.re && found.im == expected.im && found.e == expected.e)
      << what << ": " << found.re << ", " << found.im << " 2^" << found.e << ", not " << expected.re << ", "
      << expected.im << " 2^" << expected.e;
}

TEST(DeepVectors, ComputeAsSingleNumbersDo) {
  in_each_target([] {
    RandomOperands random;
    for (int round = 0; round < 4000 && !testing::Test::HasFailure(); ++round) {
      const Operands of = random.next();
      Results found;
      HWY_DYNAMIC_DISPATCH(by_vectors)(of, found);
      for (std::size_t i = 0; i < group; ++i) {
        const Delta<Wide> a = of.a[i];
        const Delta<Wide> b = of.b[i];
        const Wide x = extent(a);
        const Wide y = extent(b);
        const Wide test = x * y * y + dot(a, b);
        expect_same(found.sum[i], a + b, "sum");
        expect_same(found.product[i], a * b, "product");
        expect_same(found.twice[i], twice(a), "twice");
        expect_same(found.extent[i], x, "extent");
        expect_same(found.modulus[i], modulus_above(a), "modulus");
        expect_same(found.dot[i], dot(a, b), "dot");
        expect_same(found.test[i], test, "test");
        expect_same(found.real_sum[i], x + y, "sum of reals");
        expect_same(found.real_product[i], x * y, "product of reals");
        expect_same(found.kept[i], x * y + x, "kept");
        if (x.m != 0 || y.m != 0) expect_same(found.together[i], together(x, y), "together");
        EXPECT_EQ(found.less[i], x < y);
        EXPECT_EQ(found.less_than_test[i], x * y < magnitude(test));
        EXPECT_EQ(found.negative[i], negative(test));
      }
    }
  });
}

}  // namespace
}  // namespace heteroscope::mandelbrot
#endif
