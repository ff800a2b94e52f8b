
#include "app/options/typed_command.hpp"
#include "app/window/features/bench/choice.hpp"
#include "app/window/model/render_command.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/model/settings/looks.hpp"
#include "core/plan/plan.hpp"
#include "core/verify/random_case.hpp"
#include "kernels/registry.hpp"
#include "program.hpp"

/// Whatever the window can show has a command line that makes the same bytes, and one that measures it.
namespace heteroscope::testing {
namespace {

constexpr std::uint64_t seed = 46;

/// Random settings of a workload that this machine can compute, with the look that the window gives them.
std::vector<Settings> random_states(const Workload& workload, std::size_t count) {
  const RandomCases from{
      .workloads = {&workload}, .processors = {Processor::cpu}, .filter = {}, .most_operations = 3e6};
  std::vector<Settings> out;
  for (std::uint64_t index = 0; out.size() < count; ++index) {
    Settings settings = random_case(from, seed, index).settings;
    if (!plan(settings, catalog(), device::all()).refusal.empty()) continue;
    settings.look = natural_look(settings, catalog());
    out.push_back(settings);
  }
  return out;
}

class CopiedCommand : public Program {};

TEST_F(CopiedCommand, MakesTheBytesOfTheSettingsFile) {
  for (const Workload* workload : catalog()) {
    for (const Settings& settings : random_states(*workload, 12)) {
      const std::string command = render_command(settings, catalog(), "a.npy");
      SCOPED_TRACE(command);
      const std::string options = command.substr(std::string("heteroscope ").size());
      const Result copied = run(options);
      ASSERT_EQ(copied.code, 0) << copied.error;
      write_text(file("b.json"), to_json(settings, catalog()));
      const Result saved = run("render --settings b.json --out b.npy");
      ASSERT_EQ(saved.code, 0) << saved.error;
      EXPECT_TRUE(read_text(file("a.npy")) == read_text(file("b.npy")));
    }
  }
}

TEST_F(CopiedCommand, OpensAsItWas) {
  for (const Workload* workload : catalog()) {
    for (const Settings& settings : random_states(*workload, 100)) {
      const std::string command = render_command(settings, catalog());
      SCOPED_TRACE(command);
      Settings back;
      ASSERT_NO_THROW(back = settings_of_command(command));
      EXPECT_EQ(render_command(back, catalog()), command);
    }
  }
}

/// Also of a settled problem, whose steps are more than a measurement takes.
TEST_F(CopiedCommand, OfABenchIsTaken) {
  for (const Workload* workload : catalog()) {
    for (Settings& settings : random_states(*workload, 30)) {
      if (workload->iterates()) settings.problem.steps = 10'000'000;
      const std::string line = line_of({}, settings, catalog());
      SCOPED_TRACE(line);
      ASSERT_NO_THROW(EXPECT_FALSE(outlook_of(line, catalog()).rows.empty()));
      // playing on changes nothing of what is measured
      settings.problem.steps = 3;
      EXPECT_EQ(line_of({}, settings, catalog()), line);
    }
  }
}

}  // namespace
}  // namespace heteroscope::testing
