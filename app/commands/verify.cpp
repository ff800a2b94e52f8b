#include "core/verify.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <map>

#include "app/commands/commands.hpp"
#include "app/commands/console.hpp"
#include "app/commands/machine_json.hpp"
#include "app/commands/program.hpp"
#include "app/commands/progress.hpp"
#include "app/commands/settings_options.hpp"
#include "app/commands/table.hpp"
#include "core/cases.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

struct VerifyOptions {
  std::optional<std::string> workload, processor, precision, json;
  std::vector<std::string> variants, sizes;
};

/// The cases of one variant, or of one pair in a split.
struct Group {
  std::string workload;
  std::string processor;
  std::string variants;
  int passed = 0, failed = 0, skipped = 0;
  std::int64_t flipped = 0;  ///< values that a sum within its tolerance moved over a threshold
};

struct Mismatch {
  std::string command;
  CaseResult result;
  std::string group;
};

struct Report {
  std::vector<Group> groups;
  std::vector<std::pair<std::string, int>> skip_reasons;  ///< and how many cases each skipped
  std::vector<Mismatch> mismatches;                       ///< the first of each group
  double elapsed_s = 0;

  [[nodiscard]] int total(int Group::*count) const {
    int out = 0;
    for (const Group& each : groups) out += each.*count;
    return out;
  }
};

constexpr const char* footer = R"(
Cases: every variant in every precision, and what its knobs allow (threads; mapping, block shape and
memory kind; the GPU alone and splits of several shares), at the default parameters, in the scenes and
with each switch the other way, at sizes that are multiples of nothing. What this machine cannot run
is counted as skipped, with the reason. Exit code 1 if any case differs by more than its tolerance.

Examples:
  heteroscope verify
  heteroscope verify mandelbrot --processor cpu
  heteroscope verify mandelbrot --variant cuda_tuned --precision fp32 --size 1921x1081 --json result.json)";

std::string group_of(const Settings& s) {
  std::vector<std::string> parts;
  for (const auto& [stage, choice] : s.variants) {
    if (s.processor == Processor::split) {
      parts.push_back(fmt::format("{} + {}", choice.cpu, choice.gpu));
    } else {
      parts.push_back(s.processor == Processor::cpu ? choice.cpu : choice.gpu);
    }
  }
  return fmt::format("{}", fmt::join(parts, " / "));
}

Group& find_group(Report& report, const Settings& s) {
  const std::string processor(id_of(s.processor));
  const std::string variants = group_of(s);
  for (Group& each : report.groups) {
    if (each.workload == s.workload && each.processor == processor && each.variants == variants) return each;
  }
  return report.groups.emplace_back(Group{s.workload, processor, variants});
}

void count_skip(Report& report, const std::string& reason) {
  for (auto& [known, count] : report.skip_reasons) {
    if (known != reason) continue;
    ++count;
    return;
  }
  report.skip_reasons.emplace_back(reason, 1);
}

CaseResult run_case(Verifier& verifier, const Settings& settings, const Workload& workload) {
  try {
    return verifier.run(settings);
  } catch (const DeviceError& error) {
    throw DeviceError(fmt::format("{} (in: {})", error.what(), command_line_of(settings, workload)));
  }
}

void verify_workload(const Workload& workload, const std::vector<Settings>& cases, Report& report) {
  Verifier verifier(catalog(), device::facts());
  const ProgressLine progress;
  const Settings* previous = nullptr;
  for (const Settings& settings : cases) {
    progress.show(fmt::format("verify {}: {} of {}", workload.id, &settings - cases.data() + 1, cases.size()));
    // Cases with one reference follow each other: the last one's is not needed again.
    if (previous != nullptr && (previous->parameters != settings.parameters || previous->source != settings.source ||
                                previous->size != settings.size || previous->precision != settings.precision)) {
      verifier.forget();
    }
    previous = &settings;
    const CaseResult result = run_case(verifier, settings, workload);
    Group& group = find_group(report, settings);
    group.flipped += result.flipped;
    if (result.outcome == Outcome::passed) {
      ++group.passed;
    } else if (result.outcome == Outcome::skipped) {
      ++group.skipped;
      count_skip(report, result.reason);
    } else if (++group.failed == 1) {
      report.mismatches.push_back({command_line_of(settings, workload), result, group.variants});
    }
  }
}

std::string markdown(const Report& report) {
  TextTable table({{"workload"},
                   {"processor"},
                   {"variant"},
                   {"cases", true},
                   {"passed", true},
                   {"failed", true},
                   {"skipped", true}});
  const auto add = [&](const std::string& workload, const std::string& processor, const std::string& variant,
                       int passed, int failed, int skipped) {
    table.add({workload, processor, variant, std::to_string(passed + failed + skipped), std::to_string(passed),
               std::to_string(failed), std::to_string(skipped)});
  };
  for (const Group& each : report.groups) {
    add(each.workload, each.processor, each.variants, each.passed, each.failed, each.skipped);
  }
  add("all", "", "", report.total(&Group::passed), report.total(&Group::failed), report.total(&Group::skipped));
  std::string out = table.markdown() + '\n';
  for (const Group& each : report.groups) {
    if (each.flipped == 0) continue;
    out += fmt::format("flipped by a sum within its tolerance: {} values in {} {}\n", each.flipped, each.workload,
                       each.variants);
  }
  for (const auto& [reason, count] : report.skip_reasons) out += fmt::format("skipped {}: {}\n", count, reason);
  for (const Mismatch& each : report.mismatches) {
    const Diff& diff = each.result.diff;
    const std::string what =
        diff.beyond > 0 ? fmt::format("{} values beyond the tolerance, first at x {}, y {}: {} instead of {}",
                                      diff.beyond, diff.first_x, diff.first_y, each.result.found, each.result.expected)
                        : each.result.reason;
    out += fmt::format("MISMATCH {}: {}\n  {}\n", each.group, what, each.command);
  }
  const bool compared = report.total(&Group::passed) + report.total(&Group::failed) > 0;
  const char* verdict = !compared ? "nothing was compared" : report.mismatches.empty() ? "no mismatch" : "MISMATCHES";
  return out + fmt::format("{} in {:.1f} s\n", verdict, report.elapsed_s);
}

std::string json(const Report& report) {
  using Json = nlohmann::ordered_json;
  Json groups = Json::array();
  for (const Group& each : report.groups) {
    groups.push_back({{"workload", each.workload},
                      {"processor", each.processor},
                      {"variant", each.variants},
                      {"passed", each.passed},
                      {"failed", each.failed},
                      {"skipped", each.skipped},
                      {"flipped_values", each.flipped}});
  }
  Json skips = Json::array();
  for (const auto& [reason, count] : report.skip_reasons) skips.push_back({{"reason", reason}, {"cases", count}});
  Json mismatches = Json::array();
  for (const Mismatch& each : report.mismatches) {
    mismatches.push_back({{"variant", each.group},
                          {"command", each.command},
                          {"differing_values", each.result.diff.differing},
                          {"beyond_tolerance_values", each.result.diff.beyond},
                          {"max_error", each.result.diff.max_error},
                          {"reason", each.result.reason},
                          {"x", each.result.diff.first_x},
                          {"y", each.result.diff.first_y},
                          {"expected", each.result.expected},
                          {"found", each.result.found}});
  }
  const Json out{{"heteroscope_verify", 1},
                 {"machine", machine_json(this_machine(device::facts()))},
                 {"elapsed_s", report.elapsed_s},
                 {"passed", report.total(&Group::passed)},
                 {"failed", report.total(&Group::failed)},
                 {"skipped", report.total(&Group::skipped)},
                 {"skip_reasons", std::move(skips)},
                 {"groups", std::move(groups)},
                 {"first_mismatches", std::move(mismatches)}};
  return out.dump(2) + "\n";
}

/// Cases of such a workload have sizes of their own; an image that it may start from has this one.
void refuse_size(const Workload& workload, const std::string& text) {
  if (workload.takes_image) return;
  const Parameter* side = workload.size_parameter(initial_values(workload.parameters));
  if (side == nullptr) return;
  throw BadInput(fmt::format("--size '{}': the size of {} is its parameter {}, of which verify tries several", text,
                             workload.id, side->id));
}

int verify(const VerifyOptions& options) {
  CaseFilter filter;
  if (options.processor) filter.processor = parse_id<Processor>("--processor", *options.processor);
  if (options.precision) filter.precision = parse_id<Precision>("--precision", *options.precision);
  filter.variants = options.variants;
  std::vector<Size> sizes(std::begin(odd_sizes), std::end(odd_sizes));
  if (!options.sizes.empty()) sizes.clear();
  for (const std::string& text : options.sizes) sizes.push_back(parse_size("--size", text));
  std::vector<const Workload*> workloads(catalog().begin(), catalog().end());
  if (options.workload) workloads = {&find_workload(catalog(), *options.workload)};
  if (!options.variants.empty() && workloads.size() > 1) throw BadInput("--variant needs the WORKLOAD to be named");
  for (const std::string& text : options.variants) processor_of(*workloads.front(), text);
  if (options.workload && !options.sizes.empty()) refuse_size(*workloads.front(), options.sizes.front());
  if (options.json && *options.json != "-") check_writable(*options.json);

  Report report;
  const auto start = std::chrono::steady_clock::now();
  for (const Workload* workload : workloads) {
    const auto cases = conformance_cases(*workload, sizes, filter);
    if (cases.empty()) throw BadInput(fmt::format("no case of {} is left by these options", workload->id));
    verify_workload(*workload, cases, report);
  }
  report.elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const bool json_only = options.json && *options.json == "-";
  if (!json_only) print_out(markdown(report));
  if (options.json) write_report(*options.json, json(report));
  return report.mismatches.empty() ? exit_success : exit_different;
}

}  // namespace

void add_verify_command(CLI::App& program, Action& action) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* command = program.add_subcommand(
      "verify", "Compare every way to compute a workload with its reference;\nexit code 1 on any mismatch");
  command->add_option("WORKLOAD", options->workload, "Only this workload");
  command->add_option("--processor", options->processor, "Only cases on cpu, gpu or split")->type_name("ID");
  add_repeatable(*command, "--variant", options->variants, "Only this variant; repeat for more")
      ->type_name("[STAGE=]ID");
  command->add_option("--precision", options->precision, "Only fp32 or fp64")->type_name("ID");
  add_repeatable(*command, "--size", options->sizes,
                 "Instead of the odd sizes that are tried otherwise; repeat\nfor more")
      ->type_name("WxH");
  command->add_option("--json", options->json, "Also write the result as JSON; - for standard output only")
      ->type_name("FILE");
  command->footer(footer);
  command->callback([options, &action] { action = [options] { return verify(*options); }; });
}

}  // namespace heteroscope
