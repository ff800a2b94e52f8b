#include "app/commands/verify/command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>

#include "app/commands/commands.hpp"
#include "app/commands/verify/checking_process.hpp"
#include "app/commands/verify/lone_gpu.hpp"
#include "app/commands/verify/report.hpp"
#include "app/commands/verify/runs.hpp"
#include "app/commands/verify/team.hpp"
#include "app/console/exit_code.hpp"
#include "app/options/file_use.hpp"
#include "app/options/own_files.hpp"
#include "app/options/settings_options.hpp"
#include "app/options/unused_options.hpp"
#include "app/relay/relay.hpp"
#include "core/base/message.hpp"
#include "core/base/watch.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/own/source/own_source.hpp"
#include "core/plan/plan.hpp"
#include "core/worker/sanitized_run.hpp"
#include "core/worker/sanitizer_log.hpp"
#include "core/worker/time_limit.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

/// The cases to look at: of each variant the first one in each precision.
std::vector<Case> cases_of(const VerifyRequest& request) {
  std::vector<Case> out;
  for (const Workload* const workload : request.workloads) {
    for (const Stage& stage : workload->stages) {
      for (const NamedVariant& each : stage.variants) {
        const std::string word = fmt::format("{}={}", stage.id, each.id);
        const auto& wanted = request.filter.variants;
        const bool named = std::ranges::find(wanted, word) != wanted.end();
        if (each.variant->own == nullptr || each.variant->processor != Processor::gpu || !named) continue;
        for (const Precision precision : each.variant->own->precisions) {
          if (precision != request.filter.precision.value_or(precision)) continue;
          const CaseFilter filter{.processor = Processor::gpu, .precision = precision, .variants = {word}};
          const std::vector<Case> cases = conformance_cases(*workload, request.sizes, filter).cases;
          if (!cases.empty()) out.push_back(cases.front());
        }
      }
    }
  }
  return out;
}

/// Returns the name of the person's file with the plan's kernel.
std::string file_of(const Plan& plan) {
  for (const PlannedStage& stage : plan.stages) {
    if (stage.gpu != nullptr && stage.gpu->own != nullptr) return stage.gpu->own->id();
  }
  return {};
}

CaseResult raced(const Case& which, Catalog catalog) {
  const auto skipped = [](std::string why) {
    return CaseResult{.outcome = Outcome::skipped, .reason = std::move(why)};
  };
  const Planned planned = plan(which.settings, catalog, device::Devices::here());
  if (!planned) return skipped(planned.refusal);
  const std::string log = sanitizer_log_of("racecheck", *planned.plan, CheckedRun{.summarize = false});
  const std::vector<std::string> races = races_in(log, file_of(*planned.plan));
  if (!races.empty()) return {.outcome = Outcome::failed, .reason = fmt::format("{}", fmt::join(races, "; "))};
  return has_race_summary(log) ? CaseResult{} : skipped("compute-sanitizer's racecheck did not finish");
}

/// Executes the first case of each of the request's variants that are a person's own kernels, in each precision, under
/// compute-sanitizer's racecheck: accesses to shared memory whose order nothing says. A variant with such has failed,
/// and is a group of its own in the report, beside that of its results: "mine.cu (racecheck)". Throws BadInput where
/// the request names no such variant, or where there is no compute-sanitizer.
void verify_races(const VerifyRequest& request, Catalog catalog, Report& report) {
  const std::vector<Case> cases = cases_of(request);
  if (cases.empty()) throw BadInput("--races is for a variant of one's own for the GPU: --variant FILE.cu");
  if (compute_sanitizer().empty())
    throw BadInput("--races needs compute-sanitizer of a CUDA toolkit (PATH, CUDA_HOME, /usr/local/cuda)");
  for (const Case& each : cases) {
    Answer answer;
    answer.result = raced(each, catalog);
    const std::string group = variants_text(each.settings) + " (racecheck)";
    if (!report.count(each.settings.problem.workload, std::string(id_of(Processor::gpu)), group, answer)) continue;
    report.add({.command = command_to_see(each, catalog, request.machine),
                .group = group,
                .result = answer.result,
                .origin = {}});
  }
}

struct VerifyOptions {
  std::optional<std::string> workload, processor, precision, json, duration, seed, limit, jobs, folder, called;
  std::vector<std::string> variants, sizes;
  bool races = false;
  bool answers_cases = false;
};

constexpr const char* verify_footer = R"(
The cases are: every variant in every precision; its settings (threads, mapping, block shape, memory
kind); the GPU alone and several splits; the default parameters, all scenes, further cases of the
workload, and each switch in its other position; sizes that are not multiples of any block or
vector, and sizes that are. Frames are also computed with a trace, in bands that can be cancelled,
after being cancelled, after another view, continued from earlier steps, and shown on the device.
One GPU is also used as if it were two. Cases that this machine cannot run, or that would take too
long, are counted as skipped, with the reason. On a GPU the kernels that were compared are counted,
and those that were not are named.

With --for, cases are drawn at random from all settings. A case that fails is reduced to a small
one, and the command line that repeats it is printed. A case that is not finished when the time is
over is named, but not waited for.

Cases run in a process of their own: if one crashes or hangs, it has failed, and the others
continue. Ctrl-C ends the command and reports what was compared so far (exit code 130). The exit
code is 1 if a case differs by more than its tolerance, crashes or hangs, if --races finds one, if
no case of a variant from a file could be compared, or if a kernel was not compared although no case
was left out. After ten failed cases of a variant from a file, its other cases are skipped.

Examples:
  heteroscope verify
  heteroscope verify mandelbrot --processor cpu
  heteroscope verify mandelbrot --variant cuda_tuned --precision fp32 --size 1921x1081 --json result.json
  heteroscope verify --for 60s --seed 7)";

/// The options with the variants of --variants among those that are named.
VerifyOptions with_folder(VerifyOptions options) {
  if (!options.folder) return options;
  if (!options.workload) throw BadInput("--variants needs a WORKLOAD");
  OwnFolder opened = open_own_folder(*options.folder, &find_workload(catalog(), *options.workload));
  std::ranges::move(opened.words, std::back_inserter(options.variants));
  return options;
}

VerifyRequest make_request(const VerifyOptions& options) {
  VerifyRequest request;
  if (options.processor) request.filter.processor = parse_id<Processor>("--processor", *options.processor);
  if (options.precision) request.filter.precision = parse_id<Precision>("--precision", *options.precision);
  request.filter.variants = options.variants;
  if (request.filter.processor != Processor::cpu) request.filter.gpus = gpus_to_check_with();
  for (const std::string& text : options.sizes) request.sizes.push_back(parse_size("--size", text));
  request.machine = options.called.value_or("");
  request.workloads.assign(catalog().begin(), catalog().end());
  if (options.workload) request.workloads = {&find_workload(catalog(), *options.workload)};
  if (!options.variants.empty() && !options.workload) throw BadInput("--variant needs a WORKLOAD");
  if (options.workload && request.filter.precision) {
    const std::string wrong = refusal_of(*request.filter.precision, *request.workloads.front());
    if (!wrong.empty()) throw BadInput("--" + wrong);
  }
  const auto wanted = request.filter.processor;
  refuse_other_side(options.variants, *request.workloads.front(),
                    {.cpu = wanted != Processor::gpu, .gpu = wanted != Processor::cpu});
  if (options.limit) request.case_limit_s = parse_real("--case-limit", *options.limit, 0.1, 1e6);
  constexpr int most_jobs = 1024;
  if (options.jobs) request.jobs = static_cast<int>(parse_whole("--jobs", *options.jobs, 1, most_jobs));
  make_room_for_jobs(request.jobs);
  if (options.duration) request.for_s = parse_duration("--for", *options.duration);
  if (options.seed && !request.for_s) throw BadInput("--seed is for random cases, for example --for 60s --seed 7");
  if (request.for_s && !request.sizes.empty()) throw BadInput("--size: with --for, sizes are drawn at random");
  request.seed = options.seed ? static_cast<std::uint64_t>(parse_whole("--seed", *options.seed, 0, 1'000'000'000'000))
                              : std::random_device{}();
  return request;
}

int verify(const VerifyOptions& options) {
  give_up_hung_files();
  if (options.answers_cases) return answer_cases(catalog());
  const VerifyRequest request = make_request(with_folder(options));
  FileUse files;
  files.writes("--json", options.json);
  files.check();
  Report report(catalog());
  if (options.races) verify_races(request, catalog(), report);
  const Watch watch;
  (request.for_s ? verify_random : verify_listed)(request, catalog(), report);
  const ReportFrame frame{.show_kernels = device::facts().available && request.filter.processor != Processor::cpu,
                          .whole = request.is_whole() && !request.for_s && !options.workload && report.left() == 0,
                          .elapsed_s = watch.ms() / 1e3,
                          .title = request.for_s ? fmt::format("seed {}", request.seed) : ""};
  Reports reports;
  if (options.json != "-") reports.add("-", markdown(report, frame));
  if (options.json) reports.add(*options.json, report_json(report, frame));
  reports.put();
  if (!all_is_well(report, frame)) return exit_different;
  return report.stopped() ? exit_stopped : exit_success;
}

}  // namespace

void add_verify_command(Command& program, Action& action) {
  auto options = std::make_shared<VerifyOptions>();
  Command* command = program.add_subcommand(
      "verify", "Compare all ways to compute a workload with its reference; exit code\n1 on a mismatch");
  command->add_option("WORKLOAD", options->workload, "Only this workload");
  command
      ->add_option("--processor", options->processor,
                   "Only cases on cpu, gpu or split; with gpu@server\nthe whole command runs on that machine")
      ->type_name("ID");
  command->add_repeatable("--variant", options->variants, "Only this variant, or that of a file; repeat for more")
      ->type_name("[STAGE=]ID|FILE")
      ->read_by(variant_word);
  command->add_option("--variants", options->folder, "Only the variants of all .cu and .cpp files of this folder")
      ->type_name("DIR");
  command->add_option("--precision", options->precision, "Only fp32, fp64 or int32")->type_name("ID");
  command
      ->add_repeatable("--size", options->sizes,
                       "Compare at this size instead of the usual ones, however long the\nreference takes; WxW where a "
                       "parameter (n) sets the size; repeat for\nmore")
      ->type_name("WxH");
  command
      ->add_option("--for", options->duration, fmt::format("Compare random cases for this time:\n{}", duration_words))
      ->type_name("TIME");
  command->add_option("--seed", options->seed, "Seed of the random cases; if not given, they are different each time")
      ->type_name("N");
  command
      ->add_option("--jobs", options->jobs,
                   "Number of processes that compare at the same time, one core each\n(1); --processor gpu gains most")
      ->type_name("N");
  command
      ->add_option("--case-limit", options->limit,
                   "Seconds that a case may take longer than expected before it counts\nas hanging (60)")
      ->type_name("S");
  command->add_option("--json", options->json, "Also write the result as JSON; -: only to standard output")
      ->type_name("FILE");
  command->add_flag("--races", options->races,
                    "Also look for races in shared memory, by compute-sanitizer: variants of\none's own for the GPU");
  add_detach_option(*command);
  command->add_option(std::string(called_option), options->called, "")->group("");
  command->add_flag(std::string(answering_option), options->answers_cases)->group("");
  command->footer(verify_footer);
  command->callback([options, &action] { action = [options] { return verify(*options); }; });
}

}  // namespace heteroscope
