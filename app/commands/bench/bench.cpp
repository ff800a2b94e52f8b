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
#include "app/commands/bench/submissions.hpp"
#include "app/commands/commands.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/options/file_use.hpp"
#include "app/options/settings_options.hpp"
#include "app/relay/relay.hpp"
#include "app/results/fact_columns.hpp"
#include "core/worker/time_limit.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"

namespace heteroscope {

namespace {

struct BenchOptions {
  SettingsOptions settings;
  std::optional<std::string> folder, again, repeat, within, budget, warmup;
  std::optional<std::string> csv, json, markdown, svg;
  bool cold = false, resume = false;
};

constexpr std::string_view bench_about = R"(
The limits of the machine ("ceilings": copied bytes, filled bytes, and fused multiply-adds per second)
are measured in the same run. The share of a ceiling is the work of the plain loop per second, divided
by the ceiling of the same processor, precision and number of threads. A variant that skips unnecessary
work can be above 100 %. Copied and filled bytes are compared with a copy or fill of as many bytes again
and again (the column "set"), so that data which fit into a cache are compared with that cache; work
that only writes is compared with a fill. Times on the GPU are its own, on the CPU those of the steady
clock; the first runs do not count. Speed-up is the time of the reference in the same scene and
precision, divided by the time of the row. ± is the distance from the median to the farther end of its
95 % interval. Rows of the same problem on the same processor are measured in turns, so that a change of
the machine's speed affects all of them. Rows slower than about 2 s have fewer runs, at least 3. Without
--variant and --processor all variants that this machine can run are measured, CPU variants with one
thread and with all threads.

Caches are warm: each run finds in them what the run before left there. --cold measures each row of one
processor again with cold caches: before each run, all CPU threads write twice as much memory as the
last-level cache holds, or a GPU clears twice as much memory as its L2 cache holds. Each stage, and the
first step of an iteration, then begins cold.

The noise of the machine is measured before and after the rows: the time of a fixed loop, and of an
empty run, measured like any variant (on the GPU as a kernel). The empty run shows what the measurement
itself adds to each time. Medians that differ by less than the noise are a tie. Clocks, temperatures,
and reasons for a slower GPU are read between runs, from NVIDIA's management library or from the system.

The column "others" shows how much of the processors other programs used while a row and those in turns
with it were measured (of a GPU where NVML tells programs apart). Above 5 % the median has a star (*):
no law is fitted to such a row, and it is not used for conclusions.

Ctrl-C ends the command after the present run (within it, if the CPU alone computes). What was
measured is reported and written, and the exit code is 130; a second Ctrl-C ends it at once. During
the measurement, finished rows are saved beside the file of --json in FILE.unfinished, which remains
if the program is killed or fails. With --resume the same command continues from there, or from
FILE. It refuses if the settings, the number of runs or the machine are different.

A workload that iterates goes back to its start before each run; this is not timed, so all runs do the
same. Each run takes --steps N steps; if not given, 1 to 64 steps, so that about 2^28 nodes are updated
or 2^28 interactions computed. An iteration that settles takes what it needs, and a stage that draws a
state is measured at its start. If values become subnormal numbers during a run, the report says how
many, and what they cost on this CPU. Shares of a ceiling count the bytes that single steps must move;
several steps in one pass can be above 100 %. A row in parentheses is not a variant: it uses
instructions whose result depends on the card.

If several processors share frames, a second table shows each one: its share, its time alone and
together with the others, how long it waits, and how near all are to the ideal. With --split auto and
bisection, frames are computed first until the shares have settled.

--svg draws rates by block shape if a variant has several, else times as bars; for a workload that
settles, the time to the tolerance; for the suite triangle, times over n.

--variants ranks what people have handed in, the fastest first; --variant adds built-in variants to the
ranking. Each file's variant is compared with the reference first, at the sizes that are measured. A
file that does not compile, or computes something else or fails in one case, has no place; it is named
below the table with its reason. Medians that cannot be distinguished share a place. A sentence says
which is fastest, and by how much. `heteroscope report` shows the same ranking. Rows that are more than
10 % above a measured ceiling are named. If no file has a place, the exit code is 1.

A suite is a prepared table of one workload's variants over block shapes or scenes. --set, --steps,
--precision, --processor and --variant change it, --scene chooses one of its scenes, --block another
block shape. A suite with the id of a workload is what `bench` of that workload measures, unless
--settings, a split or a scene of the workload is given. `bench triangle` makes tables of times (±
standard deviation) by n and block, beside the times that a thesis (Escobar and Lastra, 2017) published
for two older cards; --set n=N, once or more, chooses other sizes. Published conclusions are judged by
the rows, and by the figures that were published with them; these are also printed if nothing of a suite
can be measured. `heteroscope list` names the reports. The suites:)";

constexpr std::string_view several = R"(
If mpirun starts several processes, each measures the same on its own processors. All begin each row
together, so they share what the machines share. The report shows each rank's machine, the smallest,
middle and largest of the ranks' medians, the slowest rank, and the rate of all ranks together. --json
also has the rows of each rank. If a rank cannot measure what the others can, nothing is measured, and a
line says why. Nothing is kept of a run that is stopped.

A collection measures several suites, one table each; --csv, --json and --markdown contain all of them,
and `heteroscope report` and `compare` read the file. Only --processor and the number of runs can be
chosen. The rows of quick share 50 s, so slow ones have fewer runs (at least one); with --budget or
--repeat each row has its own time. --again FILE:SUITE and FILE:SUITE:ROW measure a part again. The
collections:

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
  heteroscope bench heat --set n=2048 --variants submissions --variant sequential --json class.json
  mpirun -n 4 heteroscope bench mandelbrot --processor cpu --json cluster.json
  heteroscope bench blur --size 512x512 --processor cpu --precision fp32 --cold --json blur.json --resume)";

std::string bench_footer() {
  std::string out = fmt::format("{}\n", bench_about);
  for (const Suite* each : suites()) out += fmt::format("  {:<17} {}\n", each->id, each->summary);
  out += several;
  for (const Collection* each : collections()) out += fmt::format("  {:<17} {}\n", each->id, each->summary);
  return out += examples;
}

/// How often each row is measured; where nothing was typed, as it is otherwise.
BenchEffort effort_by_options(const BenchOptions& options, BenchEffort effort) {
  SamplingEffort& sampling = effort.sampling;
  if (options.repeat && (options.within || options.budget))
    throw BadInput("--repeat sets the number of runs, so --within and --budget cannot be given");
  if (options.within || options.budget) sampling.runs.reset();
  if (options.repeat || options.budget) effort.all_ms.reset();  // each row has its own
  if (options.repeat) sampling.runs = parse_integer("--repeat", *options.repeat, 1, most_runs);
  if (options.within) sampling.within = 0.01 * parse_real("--within", *options.within, 0, 100);
  if (options.budget) sampling.budget_ms = 1e3 * parse_duration("--budget", *options.budget, 0, 1e-3 * most_budget_ms);
  if (options.warmup) effort.warmup = parse_integer("--warmup", *options.warmup, 0, most_runs);
  effort.cold = effort.cold || options.cold;
  return effort;
}

/// Of a collection's file the suites one by one, unless one of them is named.
Several asked_by_file(const BenchOptions& options, FileUse& files) {
  if (options.settings != SettingsOptions{}) {
    throw BadInput(
        "--again: the file says what is measured; only --repeat, --warmup and files to write can be "
        "given with it");
  }
  const SavedRows saved = parse_saved_rows(*options.again);
  files.reads("--again", saved.path);
  const std::string name = saved.path.string();
  const Results results = load_results(saved.path);
  if (results.several() && saved.part.empty() && saved.row) {
    throw BadInput(fmt::format("{}: contains {} suites of {}; choose one: {}:SUITE:{}", name, results.parts.size(),
                               results.title, name, *saved.row));
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
    if (*file) throw BadInput(fmt::format("{}: {}; without this option the published figures are printed", name, why));
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
  if (!kept) throw BadInput("--resume continues from the file of --json; name one");
  std::error_code unknown;
  for (const std::string& each : {*kept, *options.json}) {
    if (std::filesystem::exists(each, unknown)) return take_up(asked, parts, load_results(each), each);
  }
}

std::size_t cases_of(const Several& asked) {
  std::size_t out = 0;
  for (const Asked& each : asked.parts) out += each.cases.size();
  return out;
}

std::size_t rows_of_results(const Results& results) {
  std::size_t out = 0;
  for (const Result& each : results.parts) out += each.rows.size();
  return out;
}

/// Neither measured nor skipped.
std::size_t cases_left_of_results(const Results& results, const Several& asked) {
  std::size_t done = 0;
  for (const Result& each : results.parts)
    done += static_cast<std::size_t>(find_datum(each.facts, column::cases)->number()) - cases_left(each);
  for (const LeftOut& each : results.left_out) done += each.cases;
  return cases_of(asked) - done;
}

/// A line that says how far it came.
int complain_of_end(const Results& results, const Several& asked, const BenchOptions& options) {
  const std::size_t rows = rows_of_results(results);
  const bool kept = options.json && *options.json != "-" && rows > 0;
  print_error("heteroscope", fmt::format("bench was stopped after {} of {} cases{}", rows, cases_of(asked),
                                         kept ? fmt::format("; --json {} --resume continues", *options.json) : ""));
  return exit_stopped;
}

/// A line that says that no file has a place in the ranking, and why where no table does.
int complain_of_files(const Results& results) {
  std::string line = "no file of --variants has a place";
  for (const LeftOut& each : results.left_out) line += ": " + each.reason;
  print_error("bench", line);
  return exit_different;
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

int bench(BenchOptions options) {
  if (ranks() != nullptr && (options.svg || options.resume))
    throw BadInput("several ranks: bench makes one table of them all, so --svg and --resume cannot be given");
  give_up_hung_files();
  FileUse files;
  std::optional<Submissions> submissions;
  if (options.folder) submissions.emplace(*options.folder, options.settings);
  Several asked = options.again ? asked_by_file(options, files) : several_asked_by(options.settings, files);
  if (options.svg && !asked.title.empty()) {
    throw BadInput(fmt::format("--svg: {} has a table for each of its suites; `heteroscope report` draws graphs of all",
                               asked.title));
  }
  files.writes("--markdown", options.markdown);
  files.writes("--csv", options.csv);
  files.writes("--json", options.json);
  const std::optional<std::string> kept = unfinished_file(options.json);
  files.writes("--json, while it measures,", kept);
  files.writes("--svg", options.svg);
  files.check();
  if (submissions) submissions->rank(asked.parts.front());
  std::vector<UnfinishedBench> parts;
  for (const Asked& each : asked.parts) parts.emplace_back(each, effort_by_options(options, each.effort));
  if (ranks() != nullptr) return bench_by_ranks(asked, parts, options);
  if (options.resume) {
    resume(asked, parts, options);
  } else {
    warn_of_kept_rows(kept);
  }
  std::optional<KeptRows> watch(std::in_place, kept);
  const Results results = measure_several(asked, parts, *watch, [&](const Results& so_far) { watch->keep(so_far); });
  const bool stopped = watch->stopped() && cases_left_of_results(results, asked) > 0;
  watch.reset();  // the line of progress is gone, and a signal ends the program again
  if (results.parts.empty() && !stopped)
    return submissions ? complain_of_files(results) : report_published(results, options);
  if (!results.parts.empty()) report(results, options);
  std::error_code not_there;
  if (kept && !results.parts.empty()) std::filesystem::remove(*kept, not_there);
  if (stopped) return complain_of_end(results, asked, options);
  if (!submissions || ranks_a_file(results)) return exit_success;
  return complain_of_files(results);
}

}  // namespace

void add_bench_command(Command& program, Action& action) {
  auto options = std::make_shared<BenchOptions>();
  Command* command = program.add_subcommand(
      "bench", "Measure how fast a workload's variants are, and compare with the limits of this machine");
  add_problem_options(*command, options->settings);
  add_execution_options(*command, options->settings);
  command->get_option("WORKLOAD")->description("What to measure: a workload or a suite that `heteroscope list` names");
  command->get_option("--steps")->description("Steps of an iterating workload in each measured run");
  command->get_option("--size")->description("Width and height in pixels (1024x1024)");
  command->get_option("--scene")->description(
      "Only this scene, instead of those marked [bench] in `list`, or of\nall scenes of the suite");
  command->get_option("--precision")->description("Only fp32, fp64 or int32, instead of all, or those of the suite");
  command->get_option("--block")->description(
      "Threads of a GPU block, 1 to 1024 in total, for example 16x16,\ninstead of the suite's blocks");
  command->get_option("--variant")->description("Only this variant, or that of a file; repeat for more");
  command
      ->add_option("--variants", options->folder,
                   "Rank the variants of all .cu and .cpp files of this folder: each is\nverified first")
      ->type_name("DIR")
      ->group("Execution");
  command->get_option("--processor")
      ->description(
          "Only variants of cpu or gpu; split: each GPU variant together with a\nCPU variant. With several "
          "GPUs gpu:0,1, gpu:all or\nsplit:cpu,gpu:0,1; with gpu@server the whole command runs on that\nmachine");
  const std::string group = "Measurement";
  command
      ->add_option("--again", options->again,
                   "Measure again what a file of --json contains, or one of its rows\n(counted from 1)")
      ->type_name("FILE[:ROW]")
      ->group(group);
  command->add_option("--repeat", options->repeat, "Number of measured runs of each row")->type_name("N")->group(group);
  command
      ->add_option("--within", options->within,
                   "Without --repeat: at least 10 runs, and more until the median is\ncertain to this many percent "
                   "(1)")
      ->type_name("PERCENT")
      ->group(group);
  command
      ->add_option("--budget", options->budget,
                   fmt::format("... or until the runs of a row have taken this long (0.5s):\n{}", duration_words))
      ->type_name("TIME")
      ->group(group);
  command->add_option("--warmup", options->warmup, "Warm-up runs before the measured ones, at least 1 (2)")
      ->type_name("N")
      ->group(group);
  command
      ->add_flag("--cold", options->cold,
                 "Also measure each row with cold caches: before each of these runs\nthe caches are filled with "
                 "other data")
      ->group(group);
  command
      ->add_flag("--resume", options->resume,
                 "Continue a run that was stopped or killed, from its file of --json;\nif there is none, begin")
      ->group(group);
  command->add_option("--markdown", options->markdown, "Also write the table to a file")
      ->type_name("FILE")
      ->group(group);
  command->add_option("--csv", options->csv, "Also write it as CSV; -: only to standard output")
      ->type_name("FILE")
      ->group(group);
  command->add_option("--json", options->json, "Also write it as JSON; -: only to standard output")
      ->type_name("FILE")
      ->group(group);
  command->add_option("--svg", options->svg, "Also write a graph; -: only to standard output")
      ->type_name("FILE")
      ->group(group);
  add_detach_option(*command)->group(group);
  command->footer(bench_footer());
  command->callback([options, &action] { action = [options] { return bench(*options); }; });
}

}  // namespace heteroscope
