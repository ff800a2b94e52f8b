#include <gtest/gtest.h>

#include <array>

#include "core/device/device.hpp"
#include "core/model/workload.hpp"
#include "core/run/cpu_rows.hpp"
#include "core/verify/verifier.hpp"

/// A workload whose result is a triangle, with variants that write too much of it, or too little.
namespace heteroscope {
namespace {

/// Cell (x, y) is 100 y + x.
template <class Write>
void write_triangle(const MapJob& job, const Write& write) {
  with_precision(job.output.precision, [&]<class T>() {
    rows_in_order(job, [&](int y) {
      T* row = job.output.row<T>(y);
      for (int x = 0; x < job.output.values(y); ++x) row[x] = static_cast<T>(100 * y + x);
      write(row, y);
    });
  });
}

void right(const MapJob& job) {
  write_triangle(job, [](auto*, int) {});
}

void one_too_many(const MapJob& job) {
  write_triangle(job, [](auto* row, int y) {
    if (y == 4) row[5] = 0;
  });
}

void whole_square(const MapJob& job) {
  write_triangle(job, [&](auto* row, int y) {
    for (int x = y + 1; x < job.output.size.width; ++x) row[x] = -1;
  });
}

/// The place is left as it was found.
void one_too_few(const MapJob& job) {
  with_precision(job.output.precision, [&]<class T>() {
    const T before = job.output.row<T>(3)[2];
    right(job);
    job.output.row<T>(3)[2] = before;
  });
}

Variant variant(void (*run)(const MapJob&)) {
  Variant out;
  out.knobs.precisions = both_precisions;
  out.run = run;
  return out;
}

const std::array<Variant, 4> variants{variant(right), variant(one_too_many), variant(whole_square),
                                      variant(one_too_few)};

Catalog catalog_of_domains() {
  static const Workload workload = [] {
    Workload out;
    out.id = "cells";
    out.stages = {Stage{.id = "cells",
                        .variants = {{"plain", variants.data()},
                                     {"one_too_many", &variants[1]},
                                     {"whole_square", &variants[2]},
                                     {"one_too_few", &variants[3]}},
                        .default_cpu = "plain"}};
    out.bind = [](const Values&) { return std::any{}; };
    out.output = [](const std::any&, Size size, Precision precision) {
      return Extent{size, precision, Domain::lower_triangle};
    };
    out.work = [](const std::any&, Size, Precision, const Summary&) { return Work{}; };
    return out;
  }();
  static const std::array<const Workload*, 1> all{&workload};
  return all;
}

CaseResult verified(const char* variant, Precision precision) {
  Settings settings = default_settings(*catalog_of_domains().front());
  settings.execution.variants["cells"].cpu = variant;
  settings.problem.size = {8, 8};
  settings.problem.precision = precision;
  Verifier verifier(catalog_of_domains(), device::facts());
  return verifier.run(settings);
}

/// By the precision's id, which is how ctest lists it.
class VerifyDomain : public ::testing::TestWithParam<std::string> {
 protected:
  static Precision precision() { return *from_id<Precision>(GetParam()); }
};

TEST_P(VerifyDomain, WhatIsOutsideNeedsNotBeWritten) {
  const CaseResult found = verified("plain", precision());
  EXPECT_EQ(found.outcome, Outcome::passed) << found.reason;
  EXPECT_TRUE(found.diff.equal());
}

TEST_P(VerifyDomain, ACellTooManyFails) {
  const CaseResult found = verified("one_too_many", precision());
  EXPECT_EQ(found.outcome, Outcome::failed);
  EXPECT_EQ(found.reason, "1 place outside of the domain was written");
  EXPECT_TRUE(found.diff.equal());
}

TEST_P(VerifyDomain, AWholeSquareFails) {
  const CaseResult found = verified("whole_square", precision());
  EXPECT_EQ(found.outcome, Outcome::failed);
  EXPECT_EQ(found.reason, "28 places outside of the domain were written");
}

TEST_P(VerifyDomain, AForgottenCellFails) {
  const CaseResult found = verified("one_too_few", precision());
  EXPECT_EQ(found.outcome, Outcome::failed);
  EXPECT_EQ(found.diff.beyond, 1);
  EXPECT_EQ(found.diff.first_x, 2);
  EXPECT_EQ(found.diff.first_y, 3);
  EXPECT_EQ(found.expected, 302);
  EXPECT_EQ(found.reason, "");
}

INSTANTIATE_TEST_SUITE_P(Both, VerifyDomain, ::testing::Values("fp32", "fp64"),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace heteroscope
