#include <fmt/format.h>

#include "app/bench/data.hpp"
#include "app/bench/report.hpp"
#include "app/bench/svg.hpp"
#include "app/commands/bench/again.hpp"
#include "app/commands/bench/asked.hpp"
#include "app/commands/bench/shown_progress.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/options/file_use.hpp"
#include "app/commands/options/settings_options.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"

namespace heteroscope {

namespace {

struct BenchOptions {
  SettingsOptions settings;
  std::optional<std::string> again, repeat, within, budget, warmup;
  std::optional<std::string> csv, json, markdown, svg;
};

constexpr std::string_view about = R"(
The ceilings (copy, fill, fused multiply-adds per second) are measured in the same run; a row's share is
what the plain loop's work needs at least, as a part of the ceiling of its processor, precision and
threads; a variant that proves some of that work unnecessary can be above 100 %. What a row copies or
fills is held against a copy or fill, again and again, in a set of as many bytes, whose size the table
names: data that stay in a cache are held against that cache. Times are the device's
own on the GPU and the steady clock's on the CPU; the first runs are kept out. Speed-up is against the
reference in the same scene and precision. ± is how far the interval that holds the median with 95 %
reaches from it; rows of the same problem on the same processor are measured in turns, so that a drift of
the machine touches all alike. Rows slower than about 2 s are repeated less, at least 3 times. Without --variant and --processor every variant that this machine can run is measured, CPU
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
  heteroscope bench mandelbrot --scene inside --variant sequential --variant simd --threads 1 --json simd.json
  heteroscope bench mandelbrot --processor split --split 0.9 --variant cuda_tuned
  heteroscope bench heat-blocks --set n=8192 --markdown blocks.md --svg blocks.svg
  heteroscope bench laplace-methods --set n=1025 --svg methods.svg
  heteroscope bench triangle --markdown mappings.md --csv mappings.csv --svg mappings.svg
  heteroscope bench triangle --scene 32768 --block 32x8 --set cost=heavy --processor gpu
  heteroscope bench --again simd.json:2)";

std::string footer() {
  std::string out = fmt::format("{}\n", about);
  for (const Suite* each : suites()) out += fmt::format("  {:<15} {}\n", each->id, each->summary);
  return out += examples;
}

/// How often each row is measured; where nothing was typed, as it is otherwise.
BenchEffort effort_of(const BenchOptions& options, BenchEffort effort) {
  SamplingEffort& sampling = effort.sampling;
  if (options.repeat && (options.within || options.budget))
    throw BadInput("--repeat: a number of runs needs no --within and no --budget");
  if (options.within || options.budget) sampling.runs.reset();
  if (options.repeat) sampling.runs = parse_integer("--repeat", *options.repeat, 1, most_runs);
  if (options.within) sampling.within = 0.01 * parse_real("--within", *options.within, 0, 100);
  if (options.budget) sampling.budget_ms = 1e3 * parse_real("--budget", *options.budget, 0, 1e-3 * most_budget_ms);
  if (options.warmup) effort.warmup = parse_integer("--warmup", *options.warmup, 0, most_runs);
  return effort;
}

Asked asked_by_file(const BenchOptions& options, FileUse& files) {
  if (options.settings != SettingsOptions{})
    throw BadInput("--again: the file says what is measured; besides it only --repeat, --warmup and files to write");
  const SavedRows saved = parse_saved_rows(*options.again);
  files.reads("--again", saved.path);
  Asked out = asked_again(load_result(saved.path), saved.row, saved.path.string());
  for (const BenchCase& each : out.cases) files.reads_source(each.settings);
  return out;
}

/// The table to the terminal, unless something else goes there; then what was asked for.
void report(const Result& result, const BenchOptions& options) {
  const bool quiet = options.csv == "-" || options.json == "-" || options.markdown == "-" || options.svg == "-";
  const std::string table = markdown(bench_report(result));
  Reports reports;
  if (!quiet) reports.add("-", table);
  if (options.markdown) reports.add(*options.markdown, table);
  if (options.csv) reports.add(*options.csv, result_csv(result));
  if (options.json) reports.add(*options.json, result_json(result));
  if (options.svg) reports.add(*options.svg, bench_svg(result));
  reports.put();
}

int bench(const BenchOptions& options) {
  FileUse files;
  const Asked asked = options.again ? asked_by_file(options, files) : asked_by(options.settings, files);
  const BenchEffort effort = effort_of(options, asked.effort);
  files.writes("--markdown", options.markdown);
  files.writes("--csv", options.csv);
  files.writes("--json", options.json);
  files.writes("--svg", options.svg);
  files.check();
  ShownProgress watch;
  Bench measured = measure(asked.cases, catalog(), effort, watch);
  measured.title = asked.suite != nullptr ? asked.suite->id : asked.workload->id;
  measured.suite = asked.suite;
  compare_with_baseline(measured);
  if (measured.rows.empty()) throw BadInput("nothing can be measured here: " + measured.skips.front().first);
  report(result_of(measured, *asked.workload), options);
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
  command
      ->add_option("--again", options->again,
                   "Measure what a file of --json holds once more, or one of its\nrows, counted from 1")
      ->type_name("FILE[:ROW]")
      ->group(group);
  command->add_option("--repeat", options->repeat, "So many measured runs of each row")->type_name("N")->group(group);
  command
      ->add_option("--within", options->within,
                   "Without --repeat, at least 10 runs and more until the median is\nknown to so many percent (1)")
      ->type_name("PERCENT")
      ->group(group);
  command->add_option("--budget", options->budget, "Or until they have taken so many seconds (0.5)")
      ->type_name("SECONDS")
      ->group(group);
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
