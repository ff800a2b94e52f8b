#include <gtest/gtest.h>

#include <any>
#include <utility>
#include <vector>

#include "core/summary/summary.hpp"
#include "kernels/mandelbrot/deep/exact.hpp"
#include "kernels/mandelbrot/grid.hpp"
#include "kernels/registry.hpp"
#include "tests/conformance/deep_tables.hpp"

/// Where fp64 ends: direct iteration against exact counts, and what a checked picture says of it.
namespace heteroscope::mandelbrot {
namespace {

double direct_value(const Parameters& p, int x, int y) {
  const Grid<double> grid = make_grid<double>(p, {.size = size, .whole = size});
  const Complex<double> c = grid.at(x, y);
  Complex<double> z;
  const int k = iterate_plainly(z, c, 1, p.max_iterations);
  return pixel_value(z, c, k, p.max_iterations, false);
}

struct Found {
  int pixels = 0;
  int wrong = 0;   ///< by direct iteration in fp64
  int marked = 0;  ///< as undecided
};

Found look_at(const Parameters& view) {
  Parameters p = view;
  p.method = Method::checked;
  const Table table = table_of(p);
  Found out;
  for (int y = 0; y < size.height; y += 36) {
    for (int x = 0; x < size.width; x += 40) {
      const double exact = exact_value(p, size, x, y);
      const double direct = direct_value(p, x, y);
      const double checked = value_at(table, p, x, y);
      ++out.pixels;
      out.wrong += direct == exact ? 0 : 1;
      if (checked < 0) {
        ++out.marked;
        continue;
      }
      EXPECT_EQ(checked, exact) << p.span.text() << " at " << x << ", " << y;
      EXPECT_EQ(direct, exact) << p.span.text() << " at " << x << ", " << y << ": fp64 cannot decide it, unmarked";
    }
  }
  return out;
}

Parameters view_at(const char* re, const char* im, const char* span) {
  Parameters out;
  out.center_re = Decimal::parse(re);
  out.center_im = Decimal::parse(im);
  out.span = Decimal::parse(span);
  out.max_iterations = 3000;
  return out;
}

/// What direct iteration gets wrong is marked; where pixels lie far apart hardly anything is.
TEST(DeepChecked, WhatFp64CannotDecideIsMarked) {
  Found all;
  for (const auto& [re, im] :
       {std::pair{"-0.743643887037158704752", "0.131825904205311970493"}, std::pair{"-1.768778833", "0.001738995"},
        std::pair{"0.286502", "0.012203"}, std::pair{"0", "1"}, std::pair{"-1.99999911758738", "0"}}) {
    const Found far = look_at(view_at(re, im, "1e-6"));
    EXPECT_LE(far.marked, far.pixels / 20) << re;
    for (const char* const span : {"1e-10", "1e-12", "2e-13"}) {
      const Found near = look_at(view_at(re, im, span));
      EXPECT_GE(near.marked, near.wrong) << re << ", " << span;
      all.pixels += near.pixels;
      all.wrong += near.wrong;
      all.marked += near.marked;
    }
  }
  EXPECT_GT(all.wrong, 0) << "views that are right everywhere tell nothing";
  EXPECT_LT(all.marked, all.pixels);
  RecordProperty("wrong", all.wrong);
  RecordProperty("marked", all.marked);
  RecordProperty("pixels", all.pixels);
}

/// Perturbed orbits agree with direct ones but where fp64 cannot decide.
TEST(DeepChecked, PerturbedOrbitsAgreeWithDirectOnesElsewhere) {
  Parameters p = view_at("-0.743643887037158704752", "0.131825904205311970493", "1e-11");
  p.method = Method::perturbed;
  const Table perturbed = table_of(p);
  p.method = Method::checked;
  const Table checked = table_of(p);
  int compared = 0;
  for (int y = 0; y < size.height; y += 4) {
    for (int x = 0; x < size.width; x += 4) {
      if (value_at(checked, p, x, y) < 0 || value_at(perturbed, p, x, y) < 0) continue;
      ++compared;
      EXPECT_EQ(value_at(perturbed, p, x, y), direct_value(p, x, y)) << "at " << x << ", " << y;
    }
  }
  EXPECT_GT(compared, 0);
}

/// A count that is not certain was iterated all the same.
TEST(DeepChecked, MarkedCountsAreWorkAsOthersAre) {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  const std::any parameters = view_at("0", "1", "1e-10");
  std::vector<double> certain{7, 12, 0, 2999};
  std::vector<double> marked{-7, 12, -3000, -2999};
  const auto operations = [&](std::vector<double>& values) {
    const Summary summary = summarize({values.data(), {4, 1}, Precision::fp64}, 1);
    return workload.work(parameters, {4, 1}, Precision::fp64, summary).operations;
  };
  EXPECT_EQ(operations(certain), 6 + 11 + 2999 + 2998);
  EXPECT_EQ(operations(marked), operations(certain));
}

}  // namespace
}  // namespace heteroscope::mandelbrot
