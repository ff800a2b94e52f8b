#include "app/measures/efficiencies.hpp"

#include <gtest/gtest.h>

/// Efficiencies by what was counted, from counters made by hand.
namespace heteroscope {
namespace {

Counted measured_rate(const char* id, double counted, std::optional<double> modeled) {
  return {.measure = {.id = id, .name = id, .unit = {}, .about = {}, .value = counted, .interval = {}},
          .modeled = modeled};
}

const std::vector<ModelFigure> modeled{
    {"global load efficiency", 100, "%"}, {"global store efficiency", 12.5, "%"}, {"shared efficiency", 50, "%"}};

TEST(CountedEfficiencies, AreTheModelsWhereAsMuchIsCounted) {
  const CountedColumn column{"all", {measured_rate("load_sectors", 4, 4), measured_rate("store_sectors", 32, 32)}};
  const auto out = counted_efficiencies(modeled, column,
                                        {{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 10},
                                         {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", 10}});
  ASSERT_EQ(out.size(), 2U) << "nothing was counted of shared memory";
  EXPECT_EQ(out[0].label, "global load efficiency");
  EXPECT_EQ(out[0].value, 100);
  EXPECT_EQ(out[1].value, 12.5);
  EXPECT_EQ(out[1].unit, "%");
}

TEST(CountedEfficiencies, AreLessWhereMoreIsCounted) {
  const CountedColumn column{"all",
                             {measured_rate("load_sectors", 8, 4), measured_rate("store_sectors", 32, std::nullopt),
                              measured_rate("shared_load_passes", 4, 2), measured_rate("shared_store_passes", 1, 1)}};
  const auto out = counted_efficiencies(modeled, column,
                                        {{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 10},
                                         {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", 10},
                                         {"smsp__inst_executed_op_shared_ld.sum", 10},
                                         {"smsp__inst_executed_op_shared_st.sum", 10}});
  ASSERT_EQ(out.size(), 2U) << "the model has no stores";
  EXPECT_EQ(out[0].value, 50);
  EXPECT_EQ(out[1].label, "shared efficiency");
  EXPECT_DOUBLE_EQ(out[1].value.value_or(0), 50 * 30.0 / 50) << "loads and stores together";
}

}  // namespace
}  // namespace heteroscope
