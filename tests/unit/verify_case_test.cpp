#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/device/counters/kernel_list.hpp"
#include "core/verify/case_json.hpp"
#include "core/verify/cases.hpp"
#include "core/verify/random_case.hpp"
#include "core/verify/shrink.hpp"
#include "core/verify/verifier.hpp"
#include "fake_workload.hpp"
#include "kernels/registry.hpp"

/// Cases of `verify`: their routes, how they are written and read, and how random ones are drawn.
namespace heteroscope {
namespace {

TEST(Route, IsReadAsItIsWritten) {
  EXPECT_EQ(route_text({}), "plain");
  EXPECT_EQ(parse_route("plain"), Route{});
  const Route all{.traced = true, .band = 37, .interrupted = true, .moved = true, .carried = true, .shown = true};
  EXPECT_EQ(route_text(all), "traced,interrupted,moved,carried,shown,band:37");
  EXPECT_EQ(parse_route(route_text(all)), all);
}

TEST(Route, RefusesUnknownWords) {
  for (const char* text : {"", "bands", "band:", "band:0", "band:3x", "traced,", "plain,traced", "Traced"}) {
    const std::string message = testing::refusal([&] { parse_route(text); });
    EXPECT_TRUE(message.starts_with("route: ")) << text << ": " << message;
  }
}

TEST(CaseLine, IsReadAsItIsWritten) {
  Case each{.settings = default_settings(testing::fake_workload()), .route = {.band = 5, .moved = true}};
  each.settings.problem.parameters["span"] = 1e-299;
  each.settings.problem.size = {203, 1};
  EXPECT_EQ(case_from_line(to_line(each, testing::fake_catalog()), testing::fake_catalog()), each);
  EXPECT_TRUE(testing::refusal([] {
                case_from_line("{\"settings\":", testing::fake_catalog());
              }).starts_with("the checking process"));
}

TEST(AnswerLine, KeepsNumbersThatJsonHasNot) {
  Answer answer;
  answer.result = {.outcome = Outcome::failed, .reason = "it ended", .expected = -INFINITY, .found = 0.1};
  answer.result.diff.beyond = 7;
  answer.kernels = {0, 12};
  answer.lost_device = true;
  const Answer read = answer_from_line(to_line(answer));
  EXPECT_EQ(read.result.outcome, Outcome::failed);
  EXPECT_EQ(read.result.reason, "it ended");
  EXPECT_EQ(read.result.expected, -INFINITY);
  EXPECT_EQ(read.result.found, 0.1);
  EXPECT_EQ(read.result.diff.beyond, 7);
  EXPECT_EQ(read.kernels, answer.kernels);
  EXPECT_TRUE(read.lost_device);
}

TEST(CommandLine, NamesWhatDiffersFromTheDefaults) {
  const Workload& blur = find_workload(catalog(), "blur");
  Case each{.settings = default_settings(blur), .route = {.band = 3}};
  each.settings.problem.parameters["radius"] = 21;
  each.settings.problem.source = {.id = "noise", .number = 1};
  each.settings.problem.size = {1024, 768};
  each.settings.problem.precision = Precision::fp32;
  each.settings.execution.processor = Processor::gpu;
  EXPECT_EQ(command_line_of(each, catalog()),
            "heteroscope render blur --set radius=21 --source noise:1 --size 1024x768 --precision fp32 --processor gpu "
            "--verify --route band:3");
}

TEST(CaseResult, NamesTheFirstPlace) {
  CaseResult result{.outcome = Outcome::failed, .expected = 95, .found = 94};
  result.diff.beyond = 1;
  result.diff.first_x = 115;
  result.diff.first_y = 0;
  EXPECT_EQ(failure_text(result), "1 value beyond the tolerance, first at x 115, y 0: 94 instead of 95");
  result.binned = true;
  EXPECT_EQ(failure_text(result), "1 value beyond the tolerance, first in bin 115: 94 instead of 95");
  // as a process of its own hands it over
  EXPECT_EQ(failure_text(answer_from_line(to_line(Answer{.result = result})).result), failure_text(result));
}

std::vector<const Workload*> all_workloads() {
  return {catalog().begin(), catalog().end()};
}

TEST(RandomCase, IsTheSameForASeedAndAnIndex) {
  const RandomCases from{.workloads = all_workloads(), .processors = {Processor::cpu}};
  for (std::uint64_t i = 0; i < 50; ++i) EXPECT_EQ(random_case(from, 7, i), random_case(from, 7, i));
  int alike = 0;
  for (std::uint64_t i = 0; i < 50; ++i) alike += random_case(from, 7, i) == random_case(from, 8, i) ? 1 : 0;
  EXPECT_LT(alike, 3);
}

TEST(RandomCase, ComesAcrossEveryVariantRouteAndEndOfARange) {
  const RandomCases from{.workloads = all_workloads(),
                         .processors = {Processor::cpu, Processor::gpu, Processor::split}};
  std::set<std::string> variants;
  std::set<std::string> routes;
  std::set<std::string> ends;
  for (std::uint64_t i = 0; i < 6000; ++i) {
    const Case each = random_case(from, 1, i);
    const Workload& workload = find_workload(catalog(), each.settings.problem.workload);
    for (const auto& [stage, choice] : each.settings.execution.variants) {
      variants.insert(each.settings.problem.workload + '/' + stage + '=' + choice.cpu);
      variants.insert(each.settings.problem.workload + '/' + stage + '=' + choice.gpu);
    }
    routes.insert(route_text(each.route));
    for (const Parameter& parameter : workload.parameters) {
      const Value& value = each.settings.problem.parameters.find(parameter.id)->second;
      EXPECT_EQ(check_value(parameter, value), "") << each.settings.problem.workload;
      if (static_cast<double>(value) == parameter.minimum)
        ends.insert(each.settings.problem.workload + '/' + std::string(parameter.id) + "/low");
      if (static_cast<double>(value) == parameter.maximum)
        ends.insert(each.settings.problem.workload + '/' + std::string(parameter.id) + "/high");
    }
    EXPECT_LE(reference_operations(each.settings, workload), from.most_operations) << i;
  }
  for (const Workload* workload : catalog()) {
    for (const Stage& stage : workload->stages) {
      for (const NamedVariant& each : stage.variants) {
        const std::string name = std::string(workload->id) + '/' + std::string(stage.id) + '=' + std::string(each.id);
        EXPECT_TRUE(variants.contains(name)) << name;
      }
    }
    for (const Parameter& parameter : workload->parameters) {
      if (parameter.kind != ParameterKind::integer && parameter.kind != ParameterKind::real) continue;
      // the largest fields and counts take the reference too long; nothing lies below the lowest of upper ends
      if (parameter.id == "high") continue;
      const std::string low = std::string(workload->id) + '/' + std::string(parameter.id) + "/low";
      EXPECT_TRUE(ends.contains(low)) << low;
    }
  }
  for (const char* route : {"plain", "traced", "band:1", "moved", "interrupted", "carried", "shown"}) {
    EXPECT_TRUE(routes.contains(route)) << route;
  }
}

/// A person's kernel may have the ways that these cases are made for.
TEST(ConformanceCases, OfSingleVariantsAreAlsoForAPersonsFileOnTheSameProcessor) {
  static const Variant on_gpu{.processor = Processor::gpu};
  static const Variant on_cpu{.processor = Processor::cpu};
  Workload blur = find_workload(catalog(), "blur");
  for (const char* const id : {"cuda_fused", "mine.cu"}) blur.stages.back().variants.put(id, on_gpu);
  blur.stages.back().variants.put("mine.cpp", on_cpu);
  const auto has_long_strip = [&](const char* variant, Processor processor) {
    const Cases all = conformance_cases(blur, {}, {.processor = processor, .precision = {}, .variants = {variant}});
    return std::ranges::any_of(all.cases, [](const Case& each) {
      return each.settings.problem.size == Size{8, 30000} && each.settings.problem.parameters.at("radius") == 12;
    });
  };
  EXPECT_TRUE(has_long_strip("cuda_fused", Processor::gpu));
  EXPECT_TRUE(has_long_strip("mine.cu", Processor::gpu));
  EXPECT_FALSE(has_long_strip("mine.cpp", Processor::cpu));
  Workload histogram = find_workload(catalog(), "histogram");
  histogram.stages.back().variants.put("mine.cu", on_gpu);
  for (const Case& each : conformance_cases(histogram, {}, {.variants = {"mine.cu"}}).cases)
    EXPECT_LE(each.settings.problem.size.area(), far_sizes[0].area()) << "it may be right and slow";
}

/// What a program's own variants would never do: a buffer of so many columns, indices of 16 bits, a way for 8 threads.
TEST(ConformanceCases, AreFarLargerForAPersonsFile) {
  static const Variant on_cpu{.processor = Processor::cpu, .knobs = {.threads = true}};
  const auto has = [](const std::vector<Case>& cases, const auto& wanted) {
    return std::ranges::any_of(cases, [&](const Case& each) { return wanted(each.settings); });
  };
  for (const char* const id : {"transpose", "mandelbrot"}) {
    Workload workload = find_workload(catalog(), id);
    workload.stages.front().variants.put("mine.cpp", on_cpu);
    const std::vector<Case> own = conformance_cases(workload, {}, {.variants = {"mine.cpp"}}).cases;
    const std::vector<Case> built_in = conformance_cases(workload, {}, {.variants = {"sequential"}}).cases;
    for (const Size far : far_sizes) {
      const auto is_far = [&](const Settings& each) { return each.problem.size == far; };
      EXPECT_TRUE(has(own, is_far)) << id << far.width;
      EXPECT_FALSE(has(built_in, is_far)) << id << far.width;
    }
    EXPECT_TRUE(has(own, [](const Settings& each) {
      return each.problem.size.area() > 3'000'000 && each.problem.precision == Precision::fp32;
    })) << id;
    EXPECT_TRUE(has(own, [](const Settings& each) { return each.execution.threads == 8; })) << id;
  }
  Workload heat = find_workload(catalog(), "heat");
  heat.stages.front().variants.put("mine.cpp", on_cpu);
  EXPECT_TRUE(has(conformance_cases(heat, {}, {.variants = {"mine.cpp"}}).cases,
                  [](const Settings& each) { return each.problem.parameters.at("n") == far_side; }));
}

TEST(ConformanceCases, HaveAlignedSizesAndEveryRoute) {
  const Workload& blur = find_workload(catalog(), "blur");
  std::set<std::string> routes;
  bool aligned = false;
  for (const Case& each : conformance_cases(blur, {}, {.variants = {"cuda_fused"}}).cases) {
    routes.insert(route_text(each.route));
    aligned = aligned || each.settings.problem.size == Size{256, 192};
  }
  EXPECT_TRUE(aligned);
  for (const char* route : {"plain", "traced", "band:7", "interrupted", "moved", "shown"}) {
    EXPECT_TRUE(routes.contains(route)) << route;
  }
}

TEST(ConformanceCases, CountWhatIsLeftOutForTime) {
  const Workload& mandelbrot = find_workload(catalog(), "mandelbrot");
  const std::array<Size, 1> asked{{{1921, 1081}}};
  // a size that was asked for is tried whatever it takes
  EXPECT_TRUE(conformance_cases(mandelbrot, asked, {.variants = {"simd"}}).left_out.empty());
  EXPECT_FALSE(conformance_cases(mandelbrot, asked, {.variants = {"simd"}}).cases.empty());
  const Workload& laplace = find_workload(catalog(), "laplace");
  int left_out = 0;
  for (const auto& [reason, count] : conformance_cases(laplace, {}, {.variants = {"omp"}}).left_out) left_out += count;
  EXPECT_GT(left_out, 0);
}

/// Scenes and defaults have sizes of their own, up to 16384x16384: of these none was asked for.
TEST(ConformanceCases, HaveTheSizeThatIsAskedForAndNoOther) {
  for (const char* const id : {"heat", "laplace", "triangle"}) {
    const Workload& workload = find_workload(catalog(), id);
    const CaseFilter filter{.variants = {"sequential"}};
    const std::array<Size, 2> square{{{64, 64}, {31, 31}}};
    std::set<std::pair<int, int>> found;
    for (const Case& each : conformance_cases(workload, square, filter).cases) {
      const Problem& problem = each.settings.problem;
      const Size size = workload.extent(workload.bind(problem.parameters), problem.size, problem.precision).size;
      EXPECT_EQ(size, problem.size) << id;
      found.emplace(size.width, size.height);
    }
    EXPECT_EQ(found, (std::set<std::pair<int, int>>{{64, 64}, {31, 31}})) << id;
    for (const Size other : {Size{64, 32}, Size{1, 37}}) {
      const Cases none = conformance_cases(workload, std::span(&other, 1), filter);
      EXPECT_TRUE(none.cases.empty()) << id;
      ASSERT_FALSE(none.left_out.empty()) << id;
      EXPECT_NE(none.left_out.front().first.find("is its parameter n"), std::string::npos);
    }
  }
}

/// The size of the picture says nothing of the bodies, which are what takes long.
TEST(ConformanceCases, OfManyBodiesAreNotAskedForByASize) {
  const Workload& nbody = find_workload(catalog(), "nbody");
  const std::array<Size, 1> asked{{{64, 48}}};
  const Cases all = conformance_cases(nbody, asked, {.variants = {"advance=sequential"}});
  EXPECT_FALSE(all.cases.empty());
  for (const Case& each : all.cases) EXPECT_LT(nbody.value_of("bodies", each.settings.problem.parameters), 65536);
  EXPECT_FALSE(all.left_out.empty());
}

/// A size that no value gives may come first.
TEST(ConformanceCases, OfTheFirstSizeThatThereIsHaveEveryRoute) {
  const Workload& heat = find_workload(catalog(), "heat");
  const CaseFilter filter{.variants = {"sequential"}};
  const std::array<Size, 2> with_none{{{64, 32}, {64, 64}}};
  const std::array<Size, 1> alone{{{64, 64}}};
  EXPECT_EQ(conformance_cases(heat, with_none, filter).cases, conformance_cases(heat, alone, filter).cases);
}

TEST(Shrink, LeavesWhatTheFailureNeeds) {
  const Workload& blur = find_workload(catalog(), "blur");
  Case failing{.settings = default_settings(blur), .route = {.traced = true, .band = 7}};
  failing.settings.problem.parameters["radius"] = 21;
  failing.settings.problem.size = {203, 117};
  failing.settings.problem.precision = Precision::fp32;
  failing.settings.execution.processor = Processor::split;
  failing.settings.execution.gpus.numbers = {1, 0, 2};
  failing.settings.execution.threads = 61;
  failing.settings.execution.binding = ThreadBinding::spread;
  failing.settings.execution.memory = MemoryKind::pinned;
  failing.settings.execution.block = {7, 5};
  failing.settings.execution.sharing = Sharing::queue;
  failing.settings.execution.tunables = {{"chunk", 4}};
  const auto fails = [](const Case& each) {
    return each.settings.execution.threads >= 2 && each.settings.problem.size.width >= 9;
  };
  const Case small = shrink(failing, blur, fails, 1000);
  Case expected{.settings = default_settings(blur), .route = {}};
  expected.settings.problem.source = {.id = "noise", .number = 1};
  expected.settings.problem.size = {9, 1};
  expected.settings.execution.threads = 2;
  EXPECT_EQ(small, expected);
}

TEST(KernelList, NamesAreDistinctAndReadable) {
  const std::vector<std::string>& names = device::kernels();
  if (names.empty()) GTEST_SKIP() << "skipped: this build has no CUDA";
  EXPECT_GT(names.size(), 500u);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  for (const std::string& name : names) {
    EXPECT_EQ(name.find("_GLOBAL__"), name.npos) << name;
    EXPECT_FALSE(name.starts_with("_Z")) << name;
  }
}

}  // namespace
}  // namespace heteroscope
