#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/claims/beside.hpp"
#include "app/analysis/claims/published.hpp"
#include "app/analysis/graphs/svg.hpp"
#include "app/analysis/reading.hpp"
#include "app/commands/bench/again.hpp"
#include "app/commands/bench/asked.hpp"
#include "app/commands/bench/collection.hpp"
#include "app/commands/bench/kept_rows.hpp"
#include "app/commands/bench/ranks.hpp"
#include "app/commands/commands.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/options/file_use.hpp"
#include "app/options/settings_options.hpp"
#include "app/results/fact_columns.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"

namespace heteroscope {

namespace {

struct BenchOptions {
  SettingsOptions settings;
  std::optional<std::string> again, repeat, within, budget, warmup;
  std::optional<std::string> csv, json, markdown, svg;
  bool cold = false, resume = false;
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
the machine touches all alike. Rows slower than about 2 s are repeated less, at least 3 times. Without
--variant and --processor every variant that this machine can run is measured, CPU variants with one
thread and with all; --variant and --processor leave out the others.

Runs are warm: each finds in the caches what the one before has left there. --cold measures each row of
one processor as often once more, with caches that hold nothing of it: on the CPU all threads write to
twice as much memory as the last level holds, on the GPU as much as twice its second level is set to
zero, right before the time is taken. Of several stages and of an iteration's steps each stage begins
cold, and the first step.

The machine's own noise is measured in the same run, before the rows and after them: a loop that always
takes the same, and nothing at all, run like any variant; on the GPU as a kernel. What nothing takes is
what the harness adds to each row. Medians that differ by less than the noise are a tie. Clocks, heat and
what slows a GPU down are read between runs, from NVIDIA's management library where there is one, the
CPU's from the system.

others is what other programs took of the processors while a row, and those in turns with it, were measured;
of a GPU's time where NVML tells programs apart. Beyond 5 % a star stands behind the median: no law is fitted
to such a row, and no conclusion is judged by it.

Ctrl-C ends it, within a run that the CPU alone computes without steps, and after any other: what was
measured is reported and written, and the exit code is 130; a second one ends it at once. While it measures,
rows are kept in a file beside that of --json, FILE.unfinished, which is there, too, where the program is
killed or fails. With --resume the same command goes on from there, or from FILE. It is refused where the
settings, effort or machine are others.

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
times that seed 004 published for two older cards; --set n=N, once or more, asks for other sides. What was
concluded elsewhere is judged by the rows, and by the figures that were published with it; these are
printed, too, where nothing of a suite can be measured. `heteroscope list` names the reports. Suites:)";

constexpr std::string_view several = R"(
Started by mpirun on several processes, each measures the same on its own processors; all begin each row
together, so that they share what machines share, and the report has every rank's machine, the ranks'
medians from the shortest to the longest, the slowest rank, and the rate of all together. --json then
holds each rank's own rows, too. Where a rank cannot measure what others can, a line says why, and nothing
is measured. Nothing is kept of a run that is stopped.

Collections of suites are measured one after the other, a table each; --csv, --json and --markdown hold
all of them, and `heteroscope report` and `compare` take the file. Of what was to be measured only
--processor can be chosen, and how often. The rows of quick share 50 s: slow ones have fewer runs, one at
least; with --budget or --repeat each has its own. --again FILE:SUITE and FILE:SUITE:ROW measure a part
once more.

)";

constexpr std::string_view examples = R"(
Examples:
  heteroscope bench quick --json run.json
  heteroscope bench --again run.json:cpu-theory:1
  heteroscope bench mandelbrot
  heteroscope bench mandelbrot --processor gpu --size 10240x10240 --markdown gpu.md --json gpu.json
  heteroscope bench mandelbrot --scene inside --variant sequential --variant simd --threads 1 --json simd.json
  heteroscope bench mandelbrot --processor split --split 0.9 --variant cuda_tuned
  heteroscope bench heat-blocks --set n=8192 --markdown blocks.md --svg blocks.svg
  heteroscope bench laplace-methods --set n=1025 --svg methods.svg
  heteroscope bench triangle --markdown mappings.md --csv mappings.csv --svg mappings.svg
  heteroscope bench triangle --scene 32768 --block 32x8 --set cost=heavy --processor gpu
  heteroscope bench --again simd.json:2
  mpirun -n 4 heteroscope bench mandelbrot --processor cpu --json cluster.json
  heteroscope bench blur --size 512x512 --processor cpu --precision fp32 --cold --json blur.json --resume)";

std::string footer() {
  std::string out = fmt::format("{}\n", about);
  for (const Suite* each : suites()) out += fmt::format("  {:<17} {}\n", each->id, each->summary);
  out += several;
  for (const Collection* each : collections()) out += fmt::format("  {:<17} {}\n", each->id, each->summary);
  return out += examples;
}

/// How often each row is measured; where nothing was typed, as it is otherwise.
BenchEffort effort_of(const BenchOptions& options, BenchEffort effort) {
  SamplingEffort& sampling = effort.sampling;
  if (options.repeat && (options.within || options.budget))
    throw BadInput("--repeat: a number of runs needs no --within and no --budget");
  if (options.within || options.budget) sampling.runs.reset();
  if (options.repeat || options.budget) effort.all_ms.reset();  // each row has its own
  if (options.repeat) sampling.runs = parse_integer("--repeat", *options.repeat, 1, most_runs);
  if (options.within) sampling.within = 0.01 * parse_real("--within", *options.within, 0, 100);
  if (options.budget) sampling.budget_ms = 1e3 * parse_real("--budget", *options.budget, 0, 1e-3 * most_budget_ms);
  if (options.warmup) effort.warmup = parse_integer("--warmup", *options.warmup, 0, most_runs);
  effort.cold = effort.cold || options.cold;
  return effort;
}

/// Of a collection's file the suites one by one, unless one of them is named.
Several asked_by_file(const BenchOptions& options, FileUse& files) {
  if (options.settings != SettingsOptions{})
    throw BadInput("--again: the file says what is measured; besides it only --repeat, --warmup and files to write");
  const SavedRows saved = parse_saved_rows(*options.again);
  files.reads("--again", saved.path);
  const std::string name = saved.path.string();
  const Results results = load_results(saved.path);
  if (results.several() && saved.part.empty() && saved.row) {
    throw BadInput(fmt::format("{}: holds {} suites of {}: {}:SUITE:{}", name, results.parts.size(), results.title,
                               name, *saved.row));
  }
  Several out;
  if (results.several() && saved.part.empty()) {
    out = asked_again(results, name);
  } else {
    const Result& one = saved.part.empty() ? results.parts.front() : find_part(results, saved.part, name);
    out.parts.push_back(asked_again(one, saved.row, name));
  }
  for (const Asked& part : out.parts) {
    for (const BenchCase& each : part.cases) files.reads_source(each.settings);
  }
  return out;
}

Several asked_by_options(const BenchOptions& options, FileUse& files) {
  if (options.again) return asked_by_file(options, files);
  return several_asked_by(options.settings, files);
}

/// The table to the terminal, unless something else goes there; then what was asked for.
void report(const Results& results, const BenchOptions& options) {
  const bool quiet = options.csv == "-" || options.json == "-" || options.markdown == "-" || options.svg == "-";
  const std::string table = markdown(report_of(results));
  Reports reports;
  if (!quiet) reports.add("-", table);
  if (options.markdown) reports.add(*options.markdown, table);
  if (options.csv) reports.add(*options.csv, results_csv(results));
  if (options.json) reports.add(*options.json, results_json(results));
  if (options.svg) reports.add(*options.svg, bench_svg(results.parts.front()));
  reports.put();
}

/// Nothing was measured: what was published, and its judgement, to the terminal and the file of --markdown. Throws
/// BadInput if nothing was published either, or a file of rows is asked for.
int report_published(const Results& results, const BenchOptions& options) {
  const std::string why =
      "nothing can be measured here: " + (results.left_out.empty() ? "" : results.left_out.front().reason);
  const auto published = [](const LeftOut& each) {
    const Suite* const suite = find_suite(each.title);
    return suite != nullptr && published_of(*suite) != nullptr;
  };
  if (std::ranges::none_of(results.left_out, published)) throw BadInput(why);
  for (const auto& [name, file] :
       {std::pair{"--csv", &options.csv}, {"--json", &options.json}, {"--svg", &options.svg}}) {
    if (*file) throw BadInput(fmt::format("{}: {}; without it the published figures are printed", name, why));
  }
  if (ranks() != nullptr && !ranks()->leads()) return exit_success;
  const std::string table = markdown(report_of(results));
  Reports reports;
  if (options.markdown != "-") reports.add("-", table);
  if (options.markdown) reports.add(*options.markdown, table);
  reports.put();
  return exit_success;
}

/// Takes up what a killed run has kept beside the file of --json, or what that holds itself, where there is either.
void resume(const Several& asked, std::vector<UnfinishedBench>& parts, const BenchOptions& options) {
  const std::optional<std::string> kept = unfinished_file(options.json);
  if (!kept) throw BadInput("--resume: goes on from the file of --json; name one");
  std::error_code unknown;
  for (const std::string& each : {*kept, *options.json}) {
    if (std::filesystem::exists(each, unknown)) return take_up(asked, parts, load_results(each), each);
  }
}

/// Says that rows of a run which did not end will be replaced.
void warn_of_kept_rows(const std::optional<std::string>& kept) {
  std::error_code unknown;
  if (kept && std::filesystem::exists(*kept, unknown)) {
    print_error("bench",
                fmt::format("{} is of a run that did not end, and will be replaced: --resume goes on from it", *kept));
  }
}

std::size_t cases_of(const Several& asked) {
  std::size_t out = 0;
  for (const Asked& each : asked.parts) out += each.cases.size();
  return out;
}

std::size_t rows_of(const Results& results) {
  std::size_t out = 0;
  for (const Result& each : results.parts) out += each.rows.size();
  return out;
}

/// Neither measured nor skipped.
std::size_t cases_left(const Results& results, const Several& asked) {
  std::size_t done = 0;
  for (const Result& each : results.parts)
    done += static_cast<std::size_t>(find_datum(each.facts, column::cases)->number()) - cases_left(each);
  for (const LeftOut& each : results.left_out) done += each.cases;
  return cases_of(asked) - done;
}

/// A line that says how far it came.
int complain_of_end(const Results& results, const Several& asked, const BenchOptions& options) {
  const std::size_t rows = rows_of(results);
  const bool kept = options.json && *options.json != "-" && rows > 0;
  print_error("heteroscope", fmt::format("bench was stopped with {} of {} cases measured{}", rows, cases_of(asked),
                                         kept ? fmt::format("; --json {} --resume goes on", *options.json) : ""));
  return exit_stopped;
}

/// As one of several ranks; rank 0 reports.
int bench_by_ranks(const Several& asked, const std::vector<UnfinishedBench>& parts, const BenchOptions& options) {
  const std::vector<RankResults> all = measure_by_ranks(*ranks(), asked, parts);
  if (all.front().results.parts.empty()) return report_published(all.front().results, options);
  if (!ranks()->leads()) return exit_success;
  const std::string table = markdown(report_over_ranks(all));
  Reports reports;
  if (options.csv != "-" && options.json != "-" && options.markdown != "-") reports.add("-", table);
  if (options.markdown) reports.add(*options.markdown, table);
  if (options.csv) reports.add(*options.csv, rows_csv(rows_over_ranks(all)));
  if (options.json) reports.add(*options.json, json_over_ranks(all));
  reports.put();
  return exit_success;
}

int bench(const BenchOptions& options) {
  if (ranks() != nullptr && (options.svg || options.resume))
    throw BadInput("several ranks: bench has one table of them all, without --svg and --resume");
  FileUse files;
  const Several asked = asked_by_options(options, files);
  if (options.svg && !asked.title.empty()) {
    throw BadInput(fmt::format(
        "--svg: {} makes a table for each of its suites; plots of all are in `heteroscope report`", asked.title));
  }
  files.writes("--markdown", options.markdown);
  files.writes("--csv", options.csv);
  files.writes("--json", options.json);
  const std::optional<std::string> kept = unfinished_file(options.json);
  files.writes("--json, while it measures,", kept);
  files.writes("--svg", options.svg);
  files.check();
  std::vector<UnfinishedBench> parts;
  for (const Asked& each : asked.parts) parts.emplace_back(each, effort_of(options, each.effort));
  if (ranks() != nullptr) return bench_by_ranks(asked, parts, options);
  if (options.resume) {
    resume(asked, parts, options);
  } else {
    warn_of_kept_rows(kept);
  }
  std::optional<KeptRows> watch(std::in_place, kept);
  const Results results = measure_several(asked, parts, *watch, [&](const Results& so_far) { watch->keep(so_far); });
  const bool stopped = watch->stopped() && cases_left(results, asked) > 0;
  watch.reset();  // the line of progress is gone, and a signal ends the program again
  if (results.parts.empty() && !stopped) return report_published(results, options);
  if (!results.parts.empty()) report(results, options);
  std::error_code not_there;
  if (kept && !results.parts.empty()) std::filesystem::remove(*kept, not_there);
  return stopped ? complain_of_end(results, asked, options) : exit_success;
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
  command->get_option("--precision")->description("Only fp32, fp64 or int32, instead of all or what the suite has");
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
  command
      ->add_flag("--cold", options->cold,
                 "Measure each row with cold caches, too: right before each such run\nmemory that it does not read is "
                 "put into them")
      ->group(group);
  command
      ->add_flag("--resume", options->resume,
                 "Go on where a run that was stopped or killed left the file of\n--json; where there is none, begin it")
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
