#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/commands/bench/cases.hpp"
#include "app/commands/bench/report.hpp"
#include "app/commands/bench/svg.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/options/file_use.hpp"
#include "app/commands/options/settings_options.hpp"
#include "app/commands/options/unused_options.hpp"
#include "core/base/message.hpp"
#include "core/lanes/processors.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"

namespace heteroscope {

namespace {

struct BenchOptions {
  SettingsOptions settings;
  std::string repeat = "10";
  std::string warmup = "2";
  std::optional<std::string> csv, json, markdown, svg;
};

constexpr Size default_size{1024, 1024};
constexpr int most_steps_of_bench = 1'000'000;

constexpr std::string_view about = R"(
The ceilings (copy, fill, fused multiply-adds per second) are measured in the same run; a row's share is
what the plain loop's work needs at least, as a part of the ceiling of its processor, precision and
threads; a variant that proves some of that work unnecessary can be above 100 %. What a row copies or
fills is held against a copy or fill, again and again, in a set of as many bytes, whose size the table
names: data that stay in a cache are held against that cache. Times are the device's
own on the GPU and the steady clock's on the CPU; the first runs are kept out. Speed-up is against the
reference in the same scene and precision. Rows slower than about 2 s are repeated less, at least 3
times. Without --variant and --processor every variant that this machine can run is measured, CPU
variants with one thread and with all; --variant and --processor leave out the others.

A workload that iterates goes back to its start before each run, which is not timed: all runs do the same.
Each takes --steps N steps, without it as many as update 2^28 nodes or compute 2^28 interactions, 1 to
64; an iteration that settles takes what it needs, and a stage that draws a state is measured at its
start. Where values have become subnormal numbers by a run's end the report says how many, and what they
cost this CPU. Shares are of what single steps must move: several steps in one pass can be above 100 %. A
row in parentheses is no variant: it does the same with instructions that only the card has.

Of several processors a second table shows each: its part, its time alone and beside the others, how long
it waits, and how near all are to the ideal. With --split auto and bisection frames come first until the
shares have settled.

--svg plots the table: rates by block shape where a variant has several, else times as bars; times to
tolerance for what settles; times over n for the suite triangle.

Work that only writes is measured against the fill ceiling instead of the copy ceiling.

A suite is a table of one workload's variants over block shapes or scenes. --set, --steps, --precision,
--processor and --variant change it, --scene picks one of its scenes, --block another shape in place of
its own. One that has a workload's id is what `bench` of that workload makes, unless --settings, a split or
one of the workload's scenes asks for the workload itself. `bench triangle` makes tables of times by n and
block, with the root of the mean square error of the runs (their deviations from their mean), beside the
times that seed 004 published for two older cards; --set n=N, once or more, asks for other sides. Suites:)";

constexpr std::string_view examples = R"(
Examples:
  heteroscope bench mandelbrot
  heteroscope bench mandelbrot --processor gpu --size 10240x10240 --markdown gpu.md --json gpu.json
  heteroscope bench mandelbrot --scene inside --variant sequential --variant simd --threads 1 --csv simd.csv
  heteroscope bench mandelbrot --processor split --split 0.9 --variant cuda_tuned
  heteroscope bench heat-blocks --set n=8192 --markdown blocks.md --svg blocks.svg
  heteroscope bench laplace-methods --set n=1025 --svg methods.svg
  heteroscope bench triangle --markdown mappings.md --csv mappings.csv --svg mappings.svg
  heteroscope bench triangle --scene 32768 --block 32x8 --set cost=heavy --processor gpu)";

std::string footer() {
  std::string out = fmt::format("{}\n", about);
  for (const Suite* each : suites()) out += fmt::format("  {:<15} {}\n", each->id, each->summary);
  return out += examples;
}

/// More than one lane.
bool asks_for_lanes(const SettingsOptions& options) {
  Execution execution;
  if (options.processor) parse_processors(*options.processor, execution);
  return options.split || shares_a_frame(execution);
}

/// What only a benchmark of the workload itself can do: saved settings, several lanes, one of its scenes.
bool asks_for_workload(const SettingsOptions& options) {
  const auto& scenes = find_workload(catalog(), *options.workload).scenes;
  return options.settings_file || asks_for_lanes(options) ||
         (options.scene && std::ranges::find(scenes, *options.scene, &Scene::id) != scenes.end());
}

/// A suite's id in the workload's place; null if it is a workload's, or if the options ask for the workload itself.
const Suite* find_suite(const SettingsOptions& options) {
  if (!options.workload) return nullptr;
  const std::string& id = *options.workload;
  std::vector<std::string_view> known;
  for (const Workload* each : catalog()) known.push_back(each->id);
  const bool is_workload = std::ranges::find(known, id) != known.end();
  for (const Suite* each : suites()) {
    if (each->id == id) return is_workload && asks_for_workload(options) ? nullptr : each;
    if (std::ranges::find(known, each->id) == known.end()) known.push_back(each->id);
  }
  if (is_workload) return nullptr;
  throw BadInput(fmt::format("{} is no workload and no suite (known: {})", quote(id), fmt::join(known, ", ")));
}

/// Whether KEY=VALUE is one of the values that a suite is to be measured at; there can be several.
bool sets_axis(const Suite& suite, const std::string& word) {
  return !suite.axis.empty() && word.substr(0, word.find('=')) == suite.axis && word.find('=') != word.npos;
}

/// The processors whose variants the options leave.
Sides measured_sides(const SettingsOptions& options, const Workload& workload) {
  if (options.processor) {
    const Processor processor = parse_processors(*options.processor);
    return {.cpu = processor != Processor::gpu, .gpu = processor != Processor::cpu};
  }
  if (options.variants.empty() || options.split) return {};
  const auto names = [&](Processor processor) {
    return std::ranges::any_of(options.variants,
                               [&](const std::string& each) { return processor_of(workload, each) == processor; });
  };
  return {.cpu = names(Processor::cpu), .gpu = names(Processor::gpu)};
}

int bench(const BenchOptions& options) {
  constexpr int most = 1000000;
  const BenchEffort effort{.repeat = parse_integer("--repeat", options.repeat, 1, most),
                           .warmup = parse_integer("--warmup", options.warmup, 0, most)};
  SettingsOptions chosen = options.settings;
  if (chosen.steps) parse_integer("--steps", *chosen.steps, 1, most_steps_of_bench);
  const Suite* suite = find_suite(chosen);
  if (suite != nullptr) {
    chosen.workload = suite->workload;
    chosen.scene.reset();  // the suite's own
    std::erase_if(chosen.set, [&](const std::string& word) { return sets_axis(*suite, word); });
  }
  if (!chosen.size && !chosen.settings_file)
    chosen.size = fmt::format("{}x{}", default_size.width, default_size.height);
  const Settings base = make_settings(chosen, catalog());
  refuse_unused(options.settings, base, catalog());
  const Workload& workload = find_workload(catalog(), base.problem.workload);
  refuse_other_side(options.settings, workload, measured_sides(options.settings, workload));
  // each GPU variant is measured beside one CPU variant
  if (asks_for_lanes(options.settings)) refuse_second_variant(options.settings, workload, Processor::cpu);
  FileUse files;
  if (chosen.settings_file) files.reads("--settings", *chosen.settings_file);
  files.reads_source(base);
  files.writes("--markdown", options.markdown);
  files.writes("--csv", options.csv);
  files.writes("--json", options.json);
  files.writes("--svg", options.svg);
  files.check();
  const std::vector<BenchCase> cases =
      suite != nullptr ? suite_cases(options.settings, base, *suite) : workload_cases(options.settings, base, workload);
  if (cases.empty()) throw BadInput(fmt::format("no variant of {} is left by these options", workload.id));
  if (!options.settings.allow_unstable) check_limits(cases, workload);

  Bench result = measure(cases, catalog(), effort);
  result.title = suite != nullptr ? suite->id : workload.id;
  result.suite = suite;
  compare_with_baseline(result);
  if (result.rows.empty()) throw BadInput("nothing can be measured here: " + result.skips.front().first);
  const bool quiet = options.csv == "-" || options.json == "-" || options.markdown == "-" || options.svg == "-";
  const std::string table = bench_markdown(result);
  Reports reports;
  if (!quiet) reports.add("-", table);
  if (options.markdown) reports.add(*options.markdown, table);
  if (options.csv) reports.add(*options.csv, bench_csv(result));
  if (options.json) reports.add(*options.json, bench_json(result, workload));
  if (options.svg) reports.add(*options.svg, bench_svg(result));
  reports.put();
  return 0;
}

}  // namespace

void add_bench_command(Command& program, Action& action) {
  auto options = std::make_shared<BenchOptions>();
  Command* command =
      program.add_subcommand("bench", "Measure a workload's variants, as shares of this machine's ceilings");
  add_problem_options(*command, options->settings);
  add_execution_options(*command, options->settings);
  command->get_option("WORKLOAD")->description("What to measure: an id that `heteroscope list` names, or a suite's");
  command->get_option("--steps")->description("Steps of an iterating workload in each measured run");
  command->get_option("--size")->description("Width and height in pixels; 1024x1024 if not given");
  command->get_option("--scene")->description(
      "Only this scene, instead of those that `list` marks [bench] or all\nof the suite");
  command->get_option("--precision")->description("Only fp32 or fp64, instead of both or what the suite has");
  command->get_option("--block")->description(
      "Threads in a GPU block, 1 to 1024 in all, like 16x16; instead of the\nsuite's");
  command->get_option("--variant")->description("Only this variant; repeat for more");
  command->get_option("--processor")
      ->description(
          "Only variants of cpu or gpu; split: each GPU variant beside a CPU\none; of several GPUs gpu:0,1, gpu:all or "
          "split:cpu,gpu:0,1");
  const std::string group = "Measurement";
  command->add_option("--repeat", options->repeat, "Measured runs of each row (10)")->type_name("N")->group(group);
  command->add_option("--warmup", options->warmup, "Runs before them that are not counted, at least 1 (2)")
      ->type_name("N")
      ->group(group);
  command->add_option("--markdown", options->markdown, "Also write the table to a file")
      ->type_name("FILE")
      ->group(group);
  command->add_option("--csv", options->csv, "Also write it as CSV; - for standard output only")
      ->type_name("FILE")
      ->group(group);
  command->add_option("--json", options->json, "Also write it as JSON; - for standard output only")
      ->type_name("FILE")
      ->group(group);
  command->add_option("--svg", options->svg, "Also plot it; - for standard output only")
      ->type_name("FILE")
      ->group(group);
  command->footer(footer());
  command->callback([options, &action] { action = [options] { return bench(*options); }; });
}

}  // namespace heteroscope
