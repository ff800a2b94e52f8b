#include "app/window/model/render_command.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "app/commands/bench/cases.hpp"
#include "app/options/command_line.hpp"
#include "app/options/typed_command.hpp"
#include "app/options/unused_options.hpp"
#include "app/window/model/variant_rows.hpp"
#include "core/model/schema/unused.hpp"
#include "core/model/settings/looks.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

Settings small_start(const char* workload) {
  Settings out = default_settings(find_workload(catalog(), workload));
  out.look = natural_look(out, catalog());
  out.problem.size = {640, 480};
  return out;
}

TEST(RenderCommand, HasWhatDecidesThePicture) {
  Settings settings = small_start("mandelbrot");
  EXPECT_EQ(render_command(settings, catalog()),
            "heteroscope render mandelbrot --size 640x480 --precision fp64 --processor cpu --out mandelbrot.png");
  settings.problem.parameters["span"] = 0.125;
  settings.look.palette = "gray";
  settings.look.scale = "sqrt";
  settings.look.automatic = false;
  settings.look.low = 0;
  settings.look.high = 250;
  const std::string text = render_command(settings, catalog());
  EXPECT_NE(text.find(" --set span=0.125 "), std::string::npos) << text;
  EXPECT_NE(text.find(" --palette gray --scale sqrt --range 0:250 --out mandelbrot.png"), std::string::npos) << text;
  settings.look.scale = "histogram";  // which has no ends
  EXPECT_EQ(render_command(settings, catalog()).find("--range"), std::string::npos);
  settings.look.scale = "log";
  EXPECT_EQ(render_command(settings, catalog()).find("--scale"), std::string::npos);
  settings.look.scale_chosen = true;  // though it is the one that suits the view
  EXPECT_NE(render_command(settings, catalog()).find(" --scale log "), std::string::npos);
  settings.look.samples = 8;
  EXPECT_NE(render_command(settings, catalog()).find(" --samples 8 --out"), std::string::npos);
  settings.look.scale = "distance";
  EXPECT_EQ(render_command(settings, catalog()).find("--range"), std::string::npos);
}

/// What `bench` reads of a command line.
SettingsOptions options_of(const std::string& text) {
  std::vector<std::string> words = shell_words(text);
  SettingsOptions out;
  CommandLine line{"heteroscope", "", ""};
  Command* const bench = line.program().add_subcommand("bench", "");
  add_problem_options(*bench, out);
  add_execution_options(*bench, out);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  line.parse(static_cast<int>(words.size()), arguments.data());
  return out;
}

/// Settings that differ from the workload's defaults wherever a scene of it does, and elsewhere.
std::vector<Settings> some_of(const Workload& workload) {
  std::vector<Settings> out{small_start(std::string(workload.id).c_str())};
  for (const Scene& scene : workload.scenes) {
    out.push_back(out.front());
    apply_scene(out.back(), workload, scene);
  }
  out.push_back(out.back());
  out.back().problem.precision = Precision::fp32;
  out.back().execution.threads = 1;
  out.back().execution.memory = MemoryKind::pinned;
  out.back().execution.block = {32, 8};
  return out;
}

/// Of what changes nothing the command names the initial value.
Problem without_unused(const Settings& settings, const Workload& workload) {
  Problem out = settings.problem;
  for (const UnusedParameter& each : unused_parameters(settings, workload)) {
    out.parameters[std::string(each.id)] = workload.find_parameter(each.id)->initial;
  }
  return out;
}

TEST(BenchCommand, MeasuresEveryVariantOnTheSameProblem) {
  for (const Workload* const workload : catalog()) {
    for (const Settings& settings : some_of(*workload)) {
      const Settings problem = measured_problem(settings, catalog());
      const std::string command = bench_command(problem, catalog());
      SCOPED_TRACE(command);
      const SettingsOptions options = options_of(command);
      const Settings base = make_settings(options);
      ASSERT_NO_THROW(refuse_unused(options, base));
      ASSERT_NO_THROW(refuse_other_side(options, *workload, {}));
      // of a suite that has the workload's id the command asks for the workload
      EXPECT_TRUE(workload->scenes.empty() || options.scene);
      std::set<std::pair<std::size_t, std::string>> measured;
      for (const BenchCase& each : workload_cases(options, base, *workload)) {
        if (each.fast_math) continue;
        measured.emplace(each.stage, each.variant.substr(each.variant.find('=') + 1));
        Problem expected = canonical(without_unused(problem, *workload), *workload);
        if (workload->stages[each.stage].iteration() == nullptr) expected.steps = 0;
        EXPECT_EQ(canonical(each.settings.problem, *workload), expected);
        EXPECT_EQ(each.settings.execution.memory, problem.execution.memory);
        EXPECT_EQ(each.settings.execution.block, problem.execution.block);
        EXPECT_EQ(each.settings.execution.threads, problem.execution.threads);
      }
      std::set<std::pair<std::size_t, std::string>> all;
      for (std::size_t i = 0; i < workload->stages.size(); ++i) {
        for (const NamedVariant& each : workload->stages[i].variants) all.emplace(i, each.id);
      }
      EXPECT_EQ(measured, all);
    }
  }
}

TEST(RenderCommand, NamesThatAShellWouldTakeApartAreQuoted) {
  Settings settings = small_start("blur");
  settings.problem.source = {.id = "file", .file = "/a folder/it's.png"};
  const std::string text = render_command(settings, catalog());
  EXPECT_NE(text.find(R"( --source '/a folder/it'\''s.png' )"), std::string::npos) << text;
  settings.problem.source.file = "/plain/name.png";
  EXPECT_NE(render_command(settings, catalog()).find(" --source /plain/name.png "), std::string::npos);
}

}  // namespace
}  // namespace heteroscope
