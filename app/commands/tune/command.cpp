#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/commands/bench/cases.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/progress.hpp"
#include "app/commands/tune/report.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/options/file_use.hpp"
#include "app/options/settings_options.hpp"
#include "app/options/unused_options.hpp"
#include "app/plot/svg.hpp"
#include "app/relay/relay.hpp"
#include "app/text/table.hpp"
#include "app/tune/landscape.hpp"
#include "app/tune/measuring.hpp"
#include "core/base/failure.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"
#include "core/device/device.hpp"
#include "core/io/json/json_text.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/processors.hpp"
#include "core/process/signals.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

constexpr int most_evaluations = 1'000'000;
constexpr int most_seeds = 10'000;
constexpr Size default_size{1024, 1024};

struct TuneOptions {
  SettingsOptions settings;
  std::optional<std::string> budget, evaluations, seed, seeds, replay;
  std::optional<std::string> json, csv, svg, record;
  std::vector<std::string> search;
  bool forget = false;
};

constexpr const char* tune_footer = R"(
Searches for the fastest settings of a problem on this machine: over the variants of each stage, the
number of threads on the CPU, block, mapping and memory on the GPU, the ways to share a frame in a
split, and the tunables of the variants (`heteroscope list`); with --search binding also where CPU
threads are bound. What an option sets is not searched: --processor, --variant (several: only these
are tried), --memory, --block, --mapping, --threads, --bind and --tunable.

A model of the candidates tried so far proposes the next one. It is measured briefly, and compared
with the reference as soon as it is within 20 % of the best; a candidate whose result differs, or
that cannot run, is discarded. The best eight are then measured in turns, longer and longer, until
those that are certainly slower have dropped out. Candidates that cannot be distinguished from the
winner are ties: the 95 % intervals of the medians overlap, or the medians are within 1 %. If other
programs used more than 5 % of the processors or the GPU meanwhile, a time has a star (*) and is not
used for conclusions. Ctrl-C ends the search and reports what it found (exit code 130); nothing is
then saved for --tuned.

The winner is saved in ~/.config/heteroscope/tuned.json for this machine, its GPU, the workload, the
precision, and sizes of up to twice as many values. The window offers it, and `render --tuned` uses
it. If the file cannot be written, the winner is a file of your own, or its time has a star, it is
not saved, and a line says so.

--svg draws what was tried as a heat map: over the two sides of the best variant's block, or
variants over the setting that was tried most. --record measures all candidates instead of
searching, which can take long; --replay then searches in such a file, or one of --json, without
measuring, to show how good the search is.

Examples:
  heteroscope tune mandelbrot --budget 20s
  heteroscope tune heat --set n=2048 --precision fp32 --json heat.json --svg heat.svg
  heteroscope tune blur --size 4096x4096 --processor gpu --variant cuda_shared --variant cuda_separable
  heteroscope tune transpose --size 2048x2048 --processor cpu --record grid.json
  heteroscope tune --replay grid.json --evaluations 20 --seed 7)";

/// Ends at a signal, and says how far it is.
class TuneProgress final : public TuneWatch {
 public:
  explicit TuneProgress(const TuneOutcome& outcome) : outcome_(outcome) {}

  void goes_on(double share, const TuneFound& found) override {
    constexpr std::size_t all = 1000;
    std::string now = fmt::format("{} tried", found.tried.size());
    if (found.winner) {
      const TuneTried& best = found.tried[*found.winner];
      now += fmt::format(", best {}: {}", milliseconds(best.time.ms), outcome_.candidates.space.text(best.candidate));
    }
    progress_.show(static_cast<std::size_t>(share * all), all, now);
  }
  [[nodiscard]] bool stopped() override { return EndOnRequest::asked(); }

 private:
  const TuneOutcome& outcome_;
  Progress progress_{"tune"};
};

bool to_out(const TuneOptions& options) {
  return options.json == "-" || options.csv == "-" || options.svg == "-" || options.record == "-";
}

void add_files(Reports& reports, const TuneOptions& options, const TuneRecord& record) {
  if (options.json) reports.add(*options.json, tune_json(record));
  if (options.record) reports.add(*options.record, tune_json(record));
  if (options.csv) reports.add(*options.csv, tune_csv(record));
  if (options.svg) {
    reports.add(*options.svg, svg(landscape_figure(record.space, record.found, "tune " + record.problem,
                                                   machine_text(record.machine))));
  }
}

/// What runs of the search in a record have found; the same seed finds the same.
int replay(const TuneOptions& options) {
  if (options.settings != SettingsOptions{} || options.budget || options.record || options.forget) {
    throw BadInput(
        "--replay: the file says what is searched; only --evaluations, --seed, --seeds and --json can be "
        "given with it");
  }
  if (options.csv || options.svg) throw BadInput("--replay writes only --json");
  if (!options.evaluations) throw BadInput("--replay needs --evaluations: how many candidates the search may try");
  FileUse files;
  files.reads("--replay", *options.replay);
  files.writes("--json", options.json);
  files.check();
  const TuneRecord record = load_tune_record(*options.replay);
  TuneEffort effort{.budget_s = 1e18, .least_hope = 0};
  effort.evaluations = parse_integer("--evaluations", *options.evaluations, 1, most_evaluations);
  const auto seed =
      static_cast<std::uint64_t>(options.seed ? parse_whole("--seed", *options.seed, 0, std::int64_t{1} << 53) : 1);
  const int seeds = options.seeds ? parse_integer("--seeds", *options.seeds, 1, most_seeds) : 1;
  double best = 0;
  for (const TuneTried& each : record.found.tried) {
    if (each.time.failure.empty() && (best == 0 || each.time.ms < best)) best = each.time.ms;
  }
  nlohmann::ordered_json runs = nlohmann::ordered_json::array();
  TextTable table({{"seed", true}, {"tried", true}, {"found", true}, {"time / best", true}, {"candidate"}});
  for (int i = 0; i < seeds; ++i) {
    RecordedMeasurer measurer(record);
    TuneWatch watch;
    const std::uint64_t own = seed + static_cast<std::uint64_t>(i);
    const TuneFound found = search(record.space, own, effort, measurer, watch);
    if (!found.winner) throw BadInput(fmt::format("{}: no candidate that was tried has a time", *options.replay));
    const TuneTried& winner = found.tried[*found.winner];
    runs.push_back({{"seed", own},
                    {"tried", found.tried.size()},
                    {"best_ms", winner.time.ms},
                    {"of_best", winner.time.ms / best},
                    {"point", winner.candidate}});
    table.add({fmt::format("{}", own), fmt::format("{}", found.tried.size()), milliseconds(winner.time.ms),
               fmt::format("{:.4f} ×", winner.time.ms / best), record.space.text(winner.candidate)});
  }
  Reports reports;
  if (options.json != "-") reports.add("-", table.markdown());
  if (options.json) {
    const nlohmann::ordered_json out{{"workload", record.workload},
                                     {"problem", record.problem},
                                     {"candidates", record.space.candidates.size()},
                                     {"best_ms", best},
                                     {"runs", std::move(runs)}};
    reports.add(*options.json, written_json(out, 2) + "\n");
  }
  reports.put();
  return 0;
}

/// The settings of --search, each of which is one that is searched only where it is asked for.
std::vector<std::string> searched_by(const TuneOptions& options) {
  std::vector<std::string> known;
  for (const Setting* each : execution_schema()) {
    if (!each->is_searched_unasked()) known.emplace_back(each->id());
  }
  for (const std::string& word : options.search) {
    if (std::ranges::find(known, word) == known.end())
      throw BadInput(fmt::format("--search '{}' is unknown; known: {}", excerpt(word), fmt::join(known, ", ")));
    if (!options.settings.all_of(word).empty()) {
      throw BadInput(
          fmt::format("--search '{}': {} already sets it", excerpt(word), find_setting(word).words().option));
    }
  }
  return options.search;
}

/// --processor, and what else is given and so not searched. Several variants leave these.
TuneFixed fixed_by(const SettingsOptions& options, std::vector<std::string> searched) {
  TuneFixed out;
  out.searched = std::move(searched);
  if (options["processor"]) out.processor = parse_processors(*options["processor"]);
  if (options["split"]) throw BadInput("--split: tune itself tries how to share; --processor split limits it to that");
  out.variants = options.words("variants");
  for (const Setting* each : execution_schema()) {
    if (!each->is_repeatable() && !options.all_of(each->id()).empty()) out.settings.emplace_back(each->id());
  }
  for (const std::string& word : options.words("tunables")) out.settings.emplace_back(key_of(word));
  return out;
}

TuneJob job_of(const TuneOptions& options, FileUse& files) {
  SettingsOptions chosen = options.settings;
  if (!chosen["size"] && !chosen.settings_file)
    chosen["size"] = fmt::format("{}x{}", default_size.width, default_size.height);
  chosen.words("variants").clear();  // several of one kind are no contradiction here
  TuneJob job{
      .settings = make_settings(chosen), .fixed = fixed_by(options.settings, searched_by(options)), .effort = {}};
  const Workload& workload = find_workload(catalog(), job.settings.problem.workload);
  for (const std::string& each : options.settings.words("variants"))
    processor_of(workload, each, catalog());  // it is known
  refuse_unused(options.settings, job.settings);
  if (!options.settings.allow_unstable) {
    if (const std::string past = workload.past_limit(job.settings.problem.parameters); !past.empty())
      throw BadInput(past + "; --allow-unstable searches anyway");
  }
  job.settings.problem.steps = steps_of_run(chosen, job.settings, workload);
  if (chosen.settings_file) files.reads("--settings", *chosen.settings_file);
  files.reads_source(job.settings);
  if (options.budget) job.effort.budget_s = parse_duration("--budget", *options.budget);
  if (options.evaluations)
    job.effort.evaluations = parse_integer("--evaluations", *options.evaluations, 1, most_evaluations);
  if (options.seed)
    job.seed = static_cast<std::uint64_t>(parse_whole("--seed", *options.seed, 0, std::int64_t{1} << 53));
  if (!options.record) return job;
  if (options.budget || options.evaluations || options.json)
    throw BadInput("--record measures all candidates, so --budget, --evaluations and --json cannot be given");
  job.effort.budget_s = 1e18;
  job.effort.exhaustive = true;
  return job;
}

/// What is kept of others stays; what cannot be read is not written over. Where nothing can or should be kept, one line
/// says why: what was asked for has been found and written.
void keep(const TuneOutcome& outcome, const TuneJob& job) {
  if (const std::string why = why_not_kept(outcome); !why.empty())
    return print_error("tune", "the winner is not saved: " + why);
  const std::filesystem::path path = tuned_path();
  if (path.empty())
    return print_error("tune", "the winner is not saved: neither XDG_CONFIG_HOME nor HOME names an absolute path");
  TunedRecollection known;
  try {
    keep_tuned(path, kept_of(outcome, job, catalog(), device::all()), catalog(), known);
    if (!known.trouble.empty()) print_error("tune", known.trouble);
  } catch (const BadInput& refused) {
    print_error("tune", fmt::format("the winner is not saved: {}", refused.what()));
  }
}

int tune(const TuneOptions& options) {
  if (options.replay) return replay(options);
  if (options.seeds) throw BadInput("--seeds: only --replay searches more than once");
  FileUse files;
  const TuneJob job = job_of(options, files);
  files.writes("--json", options.json);
  files.writes("--record", options.record);
  files.writes("--csv", options.csv);
  files.writes("--svg", options.svg);
  files.check();
  TuneOutcome outcome = prepare(job, catalog(), device::all());
  if (outcome.candidates.settings.empty()) {
    const auto& why = outcome.candidates.left_out;
    throw BadInput("nothing can be tried here: " +
                   (why.empty() ? "no variant fits all of these options" : why.front().first));
  }
  {
    const EndOnRequest signals;
    TuneProgress watch(outcome);
    MachineMeasurer measurer(outcome.candidates, catalog(), device::all(), [] { return EndOnRequest::asked(); });
    outcome.record.found = search(outcome.candidates.space, job.seed, job.effort, measurer, watch);
  }
  Reports reports;
  if (!to_out(options)) reports.add("-", markdown(tune_report(outcome, job, catalog())));
  add_files(reports, options, outcome.record);
  reports.put();
  if (outcome.found().end == TuneEnd::stopped) {
    print_error("heteroscope",
                fmt::format("tune was stopped after {}", plural(outcome.found().tried.size(), "candidate")));
    return exit_stopped;
  }
  if (outcome.winner() == nullptr) throw BadInput("no candidate that was tried gives the reference's result");
  if (!options.record && !options.forget) keep(outcome, job);
  return 0;
}

}  // namespace

void add_tune_command(Command& program, Action& action) {
  auto options = std::make_shared<TuneOptions>();
  Command* command = program.add_subcommand("tune", "Search for the fastest settings of a workload on this machine");
  add_problem_options(*command, options->settings);
  add_execution_options(*command, options->settings);
  command->get_option("--size")->description("Width and height in pixels (1024x1024)");
  command->get_option("--steps")->description("Steps of an iterating workload in each measured run");
  command->get_option("--processor")
      ->description("Only cpu, gpu or split; with gpu@server the\nwhole command runs on that machine");
  command->get_option("--split")->group("");
  command->get_option("--variant")->description("Only this variant; repeat for more");
  const std::string group = "Search";
  const auto add = [&](const char* name, std::optional<std::string>& value, const std::string& help, const char* type) {
    command->add_option(name, value, help)->type_name(type)->group(group);
  };
  add("--budget", options->budget, fmt::format("Time for the search (60s):\n{}", duration_words), "TIME");
  add("--evaluations", options->evaluations, "Most candidates to try", "N");
  add("--seed", options->seed, "Seed of the random choices (1)", "N");
  command
      ->add_repeatable("--search", options->search,
                       "Also search over a setting that is otherwise fixed: binding (see\n--bind)")
      ->type_name("ID")
      ->group(group);
  command->add_flag("--forget", options->forget, "Do not save the winner")->group(group);
  add("--record", options->record, "Measure all candidates instead of searching, and write their times", "FILE");
  add("--replay", options->replay, "Search in a file of --record or --json, without measuring", "FILE");
  add("--seeds", options->seeds, "For --replay: number of searches, with seeds from --seed on", "N");
  add("--json", options->json, "Write everything that was tried as JSON; -: only to standard output", "FILE");
  add("--csv", options->csv, "Write everything that was tried as CSV; -: only to standard output", "FILE");
  add("--svg", options->svg, "Draw everything that was tried as a heat map; -: only to standard output", "FILE");
  add_detach_option(*command)->group(group);
  command->footer(tune_footer);
  command->callback([options, &action] { action = [options] { return tune(*options); }; });
}

}  // namespace heteroscope
