#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <vector>

#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/run/local_executor.hpp"
#include "core/run/shares/machine_run.hpp"
#include "kernels/registry.hpp"

/// Rows that are computed for somebody else have the bits of the whole, stage by stage.
namespace heteroscope {
namespace {

constexpr Size small{61, 37};

Plan planned(const Workload& workload) {
  Settings settings = default_settings(workload);
  settings.problem.size = small;
  Planned out = plan(settings, catalog(), device::all());
  EXPECT_TRUE(out) << out.refusal;
  return *std::move(out.plan);
}

/// Three ranges that are all rows together.
std::vector<Rows> ranges_of(int height) {
  return {{0, height / 4}, {height / 4, height / 4 + 1}, {height / 4 + 1, height}};
}

/// Returns the numbers of a reducing stage from the partials of rows.
std::vector<double> reduced_by_rows(LocalExecutor& executor, const Plan& plan, std::size_t stage, const Frame& whole) {
  const Reduction& reduction = *plan.stages[stage].stage->reduction();
  std::vector<double> partials(static_cast<std::size_t>(reduction.count(plan.parameters)));
  for (const Rows rows : ranges_of(shared_extent(plan, stage).size.height))
    add_partials(executor.execute(plan, RowsRun{.stage = stage, .rows = rows}).value(), stage, partials);
  if (reduction.total == nullptr) return partials;
  return reduction.total(partials, whole.input_summary, plan.input.size.area());
}

void expect_rows_of_the_whole(LocalExecutor& executor, const Plan& plan, std::size_t stage, const Frame& whole) {
  const FieldView all = whole.field.host_view();
  std::vector<std::byte> values(whole.field.bytes());
  for (const Rows rows : ranges_of(plan.output.size.height)) {
    const Frame frame =
        executor.execute(plan, RowsRun{.stage = stage, .rows = rows, .spoil = true, .reduced = whole.reduced}).value();
    EXPECT_TRUE(frame.input.empty());
    take_values(frame, rows, {values.data(), all.size, all.precision});
  }
  const auto row_bytes = static_cast<std::size_t>(all.size.width) * bytes_of(all.precision);
  for (int y = 0; y < all.size.height; ++y) {
    const std::size_t begin = static_cast<std::size_t>(y) * row_bytes;
    const std::size_t bytes = static_cast<std::size_t>(all.values(y)) * bytes_of(all.precision);
    EXPECT_EQ(std::memcmp(values.data() + begin, static_cast<const std::byte*>(all.data) + begin, bytes), 0) << y;
  }
}

TEST(RowsOfAStage, HaveTheBitsOfTheWhole) {
  for (const Workload* workload : catalog()) {
    if (workload->iterates()) continue;
    SCOPED_TRACE(workload->id);
    const Plan plan = planned(*workload);
    LocalExecutor executor;
    const Frame whole = executor.execute(plan, WholeRun{}).value();
    for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
      if (plan.stages[stage].stage->reduction() != nullptr) {
        EXPECT_EQ(reduced_by_rows(executor, plan, stage, whole), whole.reduced[stage]);
      } else {
        expect_rows_of_the_whole(executor, plan, stage, whole);
      }
    }
  }
}

TEST(RowsOfAStage, ThatAreNotThereAreRefused) {
  const Plan whole = planned(find_workload(catalog(), "mandelbrot"));
  LocalExecutor executor;
  for (const RowsRun& wrong : {RowsRun{.stage = 1, .rows = {0, 1}}, RowsRun{.rows = {3, 3}}, RowsRun{.rows = {-1, 3}},
                               RowsRun{.rows = {0, small.height + 1}}})
    EXPECT_THROW((void)executor.execute(whole, wrong), BadInput);
  const Plan heat = planned(find_workload(catalog(), "heat"));
  EXPECT_THROW((void)executor.execute(heat, RowsRun{.rows = {0, 1}}), BadInput);
}

}  // namespace
}  // namespace heteroscope
