#include <gtest/gtest.h>

#include <algorithm>
#include <any>
#include <cmath>
#include <string>
#include <vector>

#include "core/device/device.hpp"
#include "core/run/execute.hpp"
#include "kernels/histogram/parameters.hpp"
#include "kernels/registry.hpp"

/// What a histogram says of itself: parameters, advice, figures, a whole frame.
namespace heteroscope::histogram {
namespace {

TEST(HistogramParameters, RefuseARangeThatIsNone) {
  const Workload& workload = find_workload(catalog(), "histogram");
  EXPECT_NO_THROW(static_cast<void>(workload.bind({{"low", 3}, {"high", 3.5}})));
  for (const double high : {3.0, 2.0}) {
    try {
      static_cast<void>(workload.bind({{"low", 3}, {"high", high}}));
      ADD_FAILURE() << "nothing thrown for " << high;
    } catch (const BadInput& wrong) {
      const std::string text = wrong.what();
      EXPECT_NE(text.find("high"), std::string::npos) << text;
      EXPECT_NE(text.find("low"), std::string::npos) << text;
      EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    }
  }
  EXPECT_THROW(static_cast<void>(workload.bind({{"bins", 1}})), BadInput);
  EXPECT_THROW(static_cast<void>(workload.bind({{"bins", 65537}})), BadInput);
}

TEST(HistogramParameters, AreWhatTheirDescriptionSays) {
  const auto p = std::any_cast<Parameters>(find_workload(catalog(), "histogram").bind({}));
  EXPECT_EQ(p.bins, 256);
  EXPECT_EQ(p.binning, Binning::range);
  EXPECT_EQ(p.low, 0);
  EXPECT_EQ(p.high, 256);
}

TEST(HistogramAdvice, SpeaksWhenBinsAreFinerThanThePrecision) {
  const Workload& workload = find_workload(catalog(), "histogram");
  const auto advice = [&](double low, double high, Precision precision) {
    return workload.advice(workload.bind({{"bins", 1000}, {"low", low}, {"high", high}}), {64, 64}, precision);
  };
  EXPECT_EQ(advice(0, 256, Precision::fp32), "");
  EXPECT_NE(advice(1e6, 1e6 + 1, Precision::fp32).find("fp64"), std::string::npos);
  EXPECT_EQ(advice(1e6, 1e6 + 1, Precision::fp64), "");
}

TEST(HistogramFigures, AreEntropyAndTheFullestBin) {
  const Workload& workload = find_workload(catalog(), "histogram");
  const auto figures = [&](std::vector<double> counts) {
    const std::vector<std::vector<double>> reduced{std::move(counts)};
    return workload.figures({.reduced = reduced});
  };
  EXPECT_EQ(figures({7, 7, 7, 7}).at(0).value, 2);    // four equal shares: log2 4
  EXPECT_EQ(figures({0, 9, 0, 0}).at(0).value, 0);    // nothing is left open
  EXPECT_EQ(figures({2, 1, 1, 0}).at(0).value, 1.5);  // 1/2 · 1 + 2 · 1/4 · 2
  EXPECT_EQ(figures({2, 1, 5, 0}).at(1).value, 2);
  EXPECT_EQ(figures({2, 1, 5, 0}).at(2).value, 62.5);
  EXPECT_EQ(figures({3, 1, 3}).at(1).value, 0);  // the first of several
}

TEST(HistogramFrame, HoldsTheCountsAndTheirTotal) {
  const Workload& workload = find_workload(catalog(), "histogram");
  Settings settings = default_settings(workload);
  settings.problem.size = {211, 97};
  settings.problem.source = {.id = "integers", .number = 4};
  settings.problem.parameters["bins"] = 100;
  settings.problem.parameters["binning"] = 1;
  for (const Precision precision : workload.precisions()) {
    settings.problem.precision = precision;
    const Planned planned = plan(settings, catalog(), device::facts());
    ASSERT_TRUE(planned) << planned.refusal;
    Executor executor;
    const auto frame = executor.execute(*planned.plan, {});
    EXPECT_EQ(frame->field.size(), (Size{100, 1}));
    EXPECT_EQ(frame->field.precision(), Precision::fp64);
    EXPECT_EQ(frame->summary.sum, 211 * 97);
    EXPECT_EQ(frame->work.operations, 211 * 97);
    EXPECT_EQ(frame->work.bytes, 211.0 * 97 * static_cast<double>(bytes_of(precision)));
    ASSERT_FALSE(frame->figures.empty());
    EXPECT_NEAR(frame->figures[0].value, std::log2(100), 0.01);  // the pattern is evenly spread
  }
}

/// Whole numbers are counted as fp64 counts them, whatever they are from.
TEST(HistogramFrame, OfInt32IsThatOfFp64) {
  const Workload& workload = find_workload(catalog(), "histogram");
  Settings settings = default_settings(workload);
  settings.problem.size = {97, 61};
  for (const Source& source : {Source{.id = "wide_integers", .number = 2}, Source{.id = "checkerboard", .number = 5},
                               Source{.id = "constant", .number = -7}, Source{.id = "mandelbrot"}}) {
    for (const double binning : {0.0, 1.0}) {
      settings.problem.source = source;
      settings.problem.parameters["binning"] = binning;
      std::vector<Field> fields;
      for (const Precision precision : {Precision::fp64, Precision::int32}) {
        settings.problem.precision = precision;
        const Planned planned = plan(settings, catalog(), device::facts());
        ASSERT_TRUE(planned) << planned.refusal;
        const auto frame = Executor().execute(*planned.plan, {});
        EXPECT_EQ(frame->input.precision(), precision);
        fields.push_back(frame->field);
      }
      for (int bin = 0; bin < fields.front().size().width; ++bin)
        ASSERT_EQ(fields[0].value(bin, 0), fields[1].value(bin, 0)) << source.id << ' ' << bin;
    }
  }
}

TEST(HistogramFrame, OfWhatIsNotWholeIsRefusedInInt32) {
  const Workload& workload = find_workload(catalog(), "histogram");
  Settings settings = default_settings(workload);
  settings.problem.precision = Precision::int32;
  const auto refused = [&](const Source& source) {
    settings.problem.source = source;
    return plan(settings, catalog(), device::facts()).refusal;
  };
  EXPECT_TRUE(refused({.id = "noise", .number = 3}).starts_with("source: noise:3 "));
  EXPECT_TRUE(refused({.id = "constant", .number = 0.5}).starts_with("source: constant:0.5 "));
  EXPECT_TRUE(refused({.id = "mandelbrot", .values = {{"smooth", 1}}}).starts_with("source: here mandelbrot "));
  EXPECT_EQ(refused({.id = "mandelbrot"}), "");
}

/// Who does not say that it takes int32 refuses it, in a line of the same form.
TEST(Int32, IsTakenByWhoSaysSoAlone) {
  int taking = 0;
  for (const Workload* workload : catalog()) {
    Settings settings = default_settings(*workload);
    settings.problem.precision = Precision::int32;
    if (workload->image) settings.problem.source = {.id = "integers", .number = 1};
    const std::string refusal = plan(settings, catalog(), device::facts()).refusal;
    const std::string line = "precision: " + std::string(workload->id) + " does not support int32 (fp32 or fp64)";
    EXPECT_EQ(refusal, workload->takes(Precision::int32) ? "" : line);
    taking += workload->takes(Precision::int32) ? 1 : 0;
    for (const Stage& stage : workload->stages) {
      for (const NamedVariant& each : stage.variants) {
        const auto known = each.variant->knobs.precisions;
        if (known.empty()) continue;  // stands in for one of CUDA
        const bool says_so = std::ranges::find(known, Precision::int32) != known.end();
        EXPECT_EQ(says_so, workload->takes(Precision::int32)) << workload->id << ' ' << each.id;
      }
    }
  }
  EXPECT_EQ(taking, 1);
}

}  // namespace
}  // namespace heteroscope::histogram
