#include "tests/conformance/start_files.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/device/device.hpp"
#include "core/model/schema/command_text.hpp"
#include "core/participants/exchange_barrier.hpp"
#include "core/plan/partition.hpp"
#include "core/verify/cases.hpp"
#include "core/verify/verifier.hpp"
#include "kernels/heat/parameters.hpp"
#include "kernels/laplace/parameters.hpp"
#include "kernels/nbody/parameters.hpp"
#include "kernels/registry.hpp"
#include "tests/conformance/scratch.hpp"

/// The files from which a person starts compute what the references compute, to the bit, whatever rows they are given.
namespace heteroscope {
namespace {

using testing::start_files;
using testing::StartFile;

constexpr const char* whole_id = "start_file";  ///< the ids of the files as variants
constexpr const char* banded_id = "start_file_in_bands";

/// The workloads, with these variants beside their own.
Catalog catalog_with_files() {
  static const std::vector<Workload> all = [] {
    std::vector<Workload> out;
    for (const Workload* each : catalog()) out.push_back(*each);
    for (const StartFile& file : start_files()) {
      Workload& workload = *std::ranges::find(out, file.workload, &Workload::id);
      const VariantList& variants = std::ranges::find(workload.stages, file.stage, &Stage::id)->variants;
      variants.put(whole_id, *file.whole);
      if (file.in_bands != nullptr) variants.put(banded_id, *file.in_bands);
    }
    return out;
  }();
  static const std::vector<const Workload*> pointers = [] {
    std::vector<const Workload*> out;
    for (const Workload& each : all) out.push_back(&each);
    return out;
  }();
  return pointers;
}

/// The first case of every problem and a tenth of the others. A person's file has no trace.
std::vector<Case> tenth_of(std::vector<Case> cases) {
  std::mt19937 random(1);
  std::set<std::string> problems;
  std::erase_if(cases, [&](const Case& each) {
    if (each.route.traced) return true;
    const bool first =
        problems.insert(problem_options_of(each.settings, catalog_with_files(), Written::changed)).second;
    return random() % 10 != 0 && !first;
  });
  return cases;
}

class StartFiles : public ::testing::TestWithParam<StartFile> {};

TEST_P(StartFiles, GiveTheReferencesBits) {
  const StartFile& file = GetParam();
  const Workload& workload = find_workload(catalog_with_files(), file.workload);
  const CaseFilter filter{
      .processor = Processor::cpu,
      .precision = {},
      .variants = {fmt::format("{}={}", file.stage, whole_id), fmt::format("{}={}", file.stage, banded_id)}};
  Verifier verifier(catalog_with_files(), device::facts());
  int compared = 0;
  for (const Case& each : tenth_of(conformance_cases(workload, {}, filter).cases)) {
    const CaseResult result = verifier.run(each);
    if (result.outcome == Outcome::skipped) continue;
    const std::string command = command_line_of(each, catalog_with_files());
    ASSERT_EQ(result.outcome, Outcome::passed) << command << '\n' << failure_text(result);
    // a mean's last bits depend on the order of additions, and what lies between two means may be either
    ASSERT_TRUE(file.stage == "mean" || result.diff.equal()) << command;
    ++compared;
  }
  EXPECT_GT(compared, 20);
}

INSTANTIATE_TEST_SUITE_P(All, StartFiles, ::testing::ValuesIn(start_files()),
                         [](const auto& each) { return each.param.workload + "_" + each.param.stage; });

TEST(StartFilesOfStages, AreThereForEachStageThatTakesThem) {
  std::set<std::string> taking;
  for (const Workload* workload : catalog()) {
    for (const Stage& stage : workload->stages) {
      if (!stage.own) continue;
      taking.insert(fmt::format("{} {}", workload->id, stage.id));
      EXPECT_NE(stage.own->launches, nullptr);
      for (const std::string_view text : {stage.own->gpu_start, stage.own->cpu_start}) {
        EXPECT_NE(text.find(fmt::format("#include \"{}\"", stage.own->header)), text.npos) << stage.id;
        EXPECT_NE(text.find(fmt::format("HETEROSCOPE_VARIANT({}", workload->id)), text.npos) << stage.id;
      }
    }
  }
  std::set<std::string> compiled;
  for (const StartFile& file : start_files()) compiled.insert(file.workload + ' ' + file.stage);
  EXPECT_EQ(compiled, taking);
}

/// The state of a participant of an iteration that has these rows of it, and those around them that it may read. All
/// others hold no numbers.
template <class T>
struct Participant {
  std::vector<std::vector<T>> memory;
  std::vector<FieldView> planes;

  Participant(std::span<const FieldView> state, int spares, Rows known) {
    const Size size = state.front().size;
    for (std::size_t i = 0; i < state.size() + static_cast<std::size_t>(spares); ++i) {
      auto& plane = memory.emplace_back(static_cast<std::size_t>(size.area()), std::numeric_limits<T>::quiet_NaN());
      planes.push_back({plane.data(), size, state.front().precision});
      if (i >= state.size()) continue;
      const std::ptrdiff_t count = std::ptrdiff_t{known.count()} * size.width;
      std::copy_n(state[i].row<const T>(known.begin), count, planes.back().template row<T>(known.begin));
    }
  }
};

/// An iteration, some steps of which are taken by several participants.
struct Advance {
  const Workload* workload;
  const Variant* variant;
  std::any parameters;
  std::int64_t step = 0;
  int steps = 1;
  Parts parts;

  [[nodiscard]] const Iteration& iteration() const { return *workload->iteration(); }
  [[nodiscard]] bool exchanges() const {
    return iteration().exchange_grain != nullptr && iteration().exchange_grain(parameters) > 0;
  }
  [[nodiscard]] Rows known(Rows rows, int height) const {
    const int reach = exchanges() ? 0 : steps * iteration().reach(parameters);
    return {std::max(rows.begin - reach, 0), std::min(rows.end + reach, height)};
  }
};

/// The joined rows of all planes of the state after these steps, and the measure.
template <class T>
struct Advanced {
  std::vector<std::vector<T>> planes;
  double measure = 0;
};

template <class T>
Advanced<T> advanced(const Advance& how, std::span<const FieldView> state) {
  const Size size = state.front().size;
  std::vector<Participant<T>> participants;
  for (const Rows rows : how.parts)
    participants.emplace_back(state, how.iteration().spares(how.parameters), how.known(rows, size.height));
  std::vector<double> measures(how.parts.size());
  ExchangeBarrier barrier{std::vector<Attendee>(how.parts.size())};
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < how.parts.size(); ++i) {
    threads.emplace_back([&, i] {
      IterateJob job{{.parameters = &how.parameters, .rows = how.parts[i], .threads = 2}};
      job.planes = participants[i].planes;
      job.step = how.step;
      job.steps = how.steps;
      if (how.iteration().settling) job.measure = &measures[i];
      if (how.exchanges() && how.parts.size() > 1) job.collective = {&barrier, i};
      const testing::Scratch scratch(*how.variant, job);
      how.variant->run(job);
    });
  }
  threads.clear();
  Advanced<T> out{.planes = {}, .measure = *std::ranges::max_element(measures)};
  for (std::size_t plane = 0; plane < state.size(); ++plane) {
    auto& joined = out.planes.emplace_back();
    for (std::size_t i = 0; i < how.parts.size(); ++i) {
      const T* const first = participants[i].planes[plane].template row<const T>(how.parts[i].begin);
      joined.insert(joined.end(), first, first + std::ptrdiff_t{how.parts[i].count()} * size.width);
    }
  }
  return out;
}

/// Planes of noise, on the edge as well.
template <class T>
std::vector<std::vector<T>> noise(int planes, Size size) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> value(-1, 1);
  std::vector<std::vector<T>> out(static_cast<std::size_t>(planes));
  for (auto& plane : out) {
    for (std::int64_t i = 0; i < size.area(); ++i) plane.push_back(static_cast<T>(value(random)));
  }
  return out;
}

/// Compares with the reference, which has all rows.
template <class T>
void expect_reference(const std::string& id, const std::any& parameters, Size size, std::int64_t step, int steps,
                      const Parts& parts) {
  const Workload& workload = find_workload(catalog_with_files(), id);
  const Stage& stage = workload.stages.front();
  const int planes = workload.iteration()->planes(parameters);
  auto values = noise<T>(planes, size);
  std::vector<FieldView> state;
  for (auto& plane : values)
    state.push_back({plane.data(), size, sizeof(T) == sizeof(float) ? Precision::fp32 : Precision::fp64});
  Advance how{&workload, stage.find(stage.reference()), parameters, step, steps, {{0, size.height}}};
  const Advanced<T> expected = advanced<T>(how, state);
  how.variant = stage.find(whole_id);
  how.parts = parts;
  const Advanced<T> found = advanced<T>(how, state);
  for (std::size_t i = 0; i < expected.planes.size(); ++i) {
    ASSERT_EQ(found.planes[i].size(), expected.planes[i].size());
    EXPECT_EQ(std::memcmp(found.planes[i].data(), expected.planes[i].data(), expected.planes[i].size() * sizeof(T)), 0)
        << id << ", plane " << i << ", height " << size.height << ", step " << step << ", steps " << steps << ", "
        << parts.size() << " parts";
  }
  EXPECT_EQ(found.measure, expected.measure);
}

template <class Parameters>
void expect_reference(const std::string& id, const Parameters& parameters, Size size) {
  const int height = size.height;
  const OwnKernels& own = *find_workload(catalog(), id).stages.front().own;
  const bool shares = own.unfit == nullptr || own.unfit(parameters, {.size = size}, false, device::facts()).empty();
  for (const Parts& parts : {Parts{{0, height}}, Parts{{0, height / 3}, {height / 3, height}},
                             Parts{{0, 1}, {1, height - 1}, {height - 1, height}}}) {
    if (std::ranges::any_of(parts, &Rows::empty) || (parts.size() > 1 && !shares)) continue;
    for (const std::int64_t step : {0, 1, 5}) {
      for (const int steps : {1, 2, 5}) {
        expect_reference<float>(id, parameters, size, step, steps, parts);
        expect_reference<double>(id, parameters, size, step, steps, parts);
      }
    }
  }
}

TEST(StartFilesInBands, OfHeatHaveTheReferencesBits) {
  for (const int n : {3, 4, 37, 64}) {
    for (int integrator = 0; integrator < 5; ++integrator) {
      const heat::Parameters p{.n = n, .integrator = static_cast<heat::Integrator>(integrator)};
      expect_reference("heat", p, {n, n});
    }
  }
}

TEST(StartFilesInBands, OfLaplaceHaveTheReferencesBits) {
  using laplace::Method;
  for (const int n : {3, 4, 37, 64}) {
    for (const Method method : {Method::jacobi, Method::red_black, Method::sor})
      expect_reference("laplace", laplace::Parameters{.n = n, .method = method}, {n, n});
  }
}

TEST(StartFilesInBands, OfNbodyHaveTheReferencesBits) {
  for (const int bodies : {2, 5, 700}) expect_reference("nbody", nbody::Parameters{.bodies = bodies}, {8, bodies});
}

/// What the arguments do not describe is refused, and not computed in another way.
TEST(StartFilesRefuse, MethodsThatTheirArgumentsDoNotDescribe) {
  const auto refusal = [](const char* id, const Values& values) {
    const Workload& workload = find_workload(catalog_with_files(), id);
    Settings settings = default_settings(workload);
    for (const auto& [parameter, value] : values) settings.problem.parameters[parameter] = value;
    settings.execution.processor = Processor::cpu;
    choose_variant(settings, workload, whole_id);
    return plan(settings, catalog_with_files(), device::all()).refusal;
  };
  EXPECT_EQ(refusal("laplace", {{"method", static_cast<double>(laplace::Method::sor)}}), "");
  EXPECT_NE(refusal("laplace", {{"method", static_cast<double>(laplace::Method::cg)}})
                .find("your own variants relax nodes, so they can compute jacobi, red_black and sor, not cg"),
            std::string::npos);
  EXPECT_EQ(refusal("mandelbrot", {}), "");
  EXPECT_NE(refusal("mandelbrot", {{"span", Decimal::parse("1e-30")}}).find("choose method=direct"), std::string::npos);
  EXPECT_NE(refusal("mandelbrot", {{"arithmetic", 1.0}}).find("need arithmetic=fused"), std::string::npos);
}

}  // namespace
}  // namespace heteroscope
