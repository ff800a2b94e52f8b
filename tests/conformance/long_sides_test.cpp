#include <gtest/gtest.h>

#include <any>
#include <cstring>
#include <string>
#include <vector>

#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "core/run/iteration/plane_rows.hpp"
#include "kernels/heat/parameters.hpp"
#include "kernels/laplace/parameters.hpp"
#include "kernels/registry.hpp"

/// Grids in which 32 bits do not tell where a node is: far down in them variants compute what the reference computes at
/// the top, from the same values. Only the rows that are looked at have memory.
namespace heteroscope {
namespace {

constexpr int n = 66'000;
constexpr int near_rows = 1'000;
constexpr int far_rows = 65'900;  // their first node is number 4.35e9; colors are those of the near ones
constexpr Rows own{8, 12};
constexpr int rows_there = 20;
constexpr int steps = 2;

/// What a variant makes of the same values, which lie in rows from `first` on.
std::vector<float> computed(const Workload& workload, const Variant& variant, const std::any& parameters, int first) {
  const Iteration& iteration = *workload.iteration();
  const auto count = static_cast<std::size_t>(iteration.planes(parameters) + iteration.spares(parameters));
  // a row more at both ends: vectors of a row may begin before it, or end behind it
  const std::size_t cells = std::size_t{rows_there + 2} * n;
  std::vector<std::vector<float>> memory(count, std::vector<float>(cells));
  std::vector<FieldView> planes;
  for (std::vector<float>& each : memory) {
    std::uint64_t value = 1;
    for (float& cell : each) cell = static_cast<float>(value = value * 6364136223846793005U + 1) * 0x1p-64F;
    planes.push_back(view_of_rows(each.data(), {{n, n}, Precision::fp32}, first - 1));
  }
  IterateJob job{{.parameters = &parameters, .rows = {first + own.begin, first + own.end}, .threads = 2}};
  job.planes = planes;
  job.step = 4;  // a multistep method has its history
  job.steps = steps;
  variant.run(job);
  const RowsOfPlane out = rows_of_plane(planes.front(), job.rows);
  std::vector<float> result(out.bytes / sizeof(float));
  std::memcpy(result.data(), out.data, out.bytes);
  return result;
}

void expect_bits_of_reference(const char* id, const std::any& parameters) {
  const Workload& workload = find_workload(catalog(), id);
  const Stage& stage = workload.stages.front();
  const std::vector<float> expected = computed(workload, *stage.find("sequential"), parameters, near_rows);
  for (const NamedVariant& each : stage.variants) {
    if (each.variant->processor != Processor::cpu) continue;
    if (each.variant->unavailable != nullptr && !each.variant->unavailable(device::facts()).empty()) continue;
    const std::vector<float> found = computed(workload, *each.variant, parameters, far_rows);
    EXPECT_EQ(std::memcmp(expected.data(), found.data(), expected.size() * sizeof(float)), 0) << each.id;
  }
}

TEST(LongSides, HaveTheBitsOfShortOnes) {
  for (const auto integrator : {heat::Integrator::rk4, heat::Integrator::ab3})
    expect_bits_of_reference("heat", heat::Parameters{.n = n, .integrator = integrator});
  for (const auto method : {laplace::Method::jacobi, laplace::Method::sor})
    expect_bits_of_reference("laplace", laplace::Parameters{.n = n, .method = method});
}

/// The sine is as it is on the other side of the middle.
TEST(LongSides, BeginAsTheyEnd) {
  constexpr int some = 3;
  const std::any parameters = heat::Parameters{.n = n, .initial = heat::Initial::sine};
  const auto rows_from = [&](int first) {
    std::vector<float> out(std::size_t{some} * n);
    find_workload(catalog(), "heat")
        .iteration()
        ->begin(parameters, {}, 0, view_of_rows(out.data(), {{n, n}, Precision::fp32}, first), {first, first + some},
                2);
    return out;
  };
  const std::vector<float> top = rows_from(0);
  const std::vector<float> bottom = rows_from(n - some);
  for (int y = 0; y < some; ++y)
    EXPECT_EQ(std::memcmp(top.data() + y * n, bottom.data() + (some - 1 - y) * n, n * sizeof(float)), 0);
  EXPECT_GT(top[2 * n + n / 2], 0);
}

TEST(LongSides, EndWhereMemoryOrAMethodDoes) {
  const auto refusal = [](const char* id, const Values& values) {
    Settings settings = default_settings(find_workload(catalog(), id));
    settings.execution.processor = Processor::cpu;
    for (const auto& [each, value] : values) settings.problem.parameters[each] = value;
    return plan_or_refusal(settings, catalog(), device::all()).refusal;
  };
  const std::string heat = refusal("heat", {{"n", longest_side}});
  EXPECT_EQ(heat.rfind("n: 2147483647 in fp64 needs ", 0), 0U) << heat;
  EXPECT_NE(heat.find("; n up to "), std::string::npos) << heat;
  const auto of = [](laplace::Method method) { return static_cast<double>(method); };
  const std::string sor = refusal("laplace", {{"n", longest_side}, {"method", of(laplace::Method::sor)}});
  EXPECT_EQ(sor.rfind("n: 2147483647 in fp64 needs ", 0), 0U) << sor;
  EXPECT_EQ(refusal("laplace", {{"n", 46341}, {"method", of(laplace::Method::cg)}}),
            "n: 46341 is more than the 46340 nodes per side that cg supports");
  EXPECT_EQ(refusal("laplace", {{"n", 16386}, {"method", of(laplace::Method::multigrid)}}),
            "n: 16386 is more than the 16385 nodes per side that multigrid supports");
}

}  // namespace
}  // namespace heteroscope
