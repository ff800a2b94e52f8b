#include "app/commands/verify/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/results/json.hpp"
#include "app/results/machine.hpp"
#include "app/text/table.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"
#include "core/device/counters/kernel_list.hpp"
#include "core/io/json/json_text.hpp"
#include "core/model/schema/own_choices.hpp"

namespace heteroscope {

std::string variants_text(const Settings& s) {
  std::vector<std::string> parts;
  for (const auto& [stage, choice] : s.execution.variants) {
    if (s.execution.processor == Processor::split) {
      parts.push_back(fmt::format("{} + {}", choice.cpu, choice.gpu));
    } else {
      parts.push_back(s.execution.processor == Processor::cpu ? choice.cpu : choice.gpu);
    }
  }
  return fmt::format("{}", fmt::join(parts, " / "));
}

Group& Report::group_of(const std::string& workload, const std::string& processor, const std::string& variants) {
  for (Group& each : groups_) {
    if (each.workload == workload && each.processor == processor && each.variants == variants) return each;
  }
  return groups_.emplace_back(Group{workload, processor, variants});
}

void Report::count_skip(const std::string& reason, int cases) {
  for (auto& [known, count] : skip_reasons_) {
    if (known != reason) continue;
    count += cases;
    return;
  }
  skip_reasons_.emplace_back(reason, cases);
}

void Report::count_left_out(const std::string& workload, const std::string& reason, int cases) {
  group_of(workload, "", "left out").skipped += cases;
  count_skip(reason, cases);
}

void Report::expect(const Settings& settings) {
  if (const std::string file = own_file_in(settings.execution); !file.empty()) own_files_.try_emplace(file, false);
  group_of(settings.problem.workload, std::string(id_of(settings.execution.processor)), variants_text(settings));
}

std::vector<std::string> Report::uncompared_files() const {
  std::vector<std::string> out;
  for (const auto& [file, compared] : own_files_) {
    if (!compared && !stopped()) out.push_back(file);
  }
  return out;
}

bool Report::count(const Settings& settings, const Answer& answer) {
  if (const std::string file = own_file_in(settings.execution); !file.empty())
    own_files_[file] |= answer.result.outcome != Outcome::skipped;
  return count(settings.problem.workload, std::string(id_of(settings.execution.processor)), variants_text(settings),
               answer);
}

bool Report::count(const std::string& workload, const std::string& processor, const std::string& variants,
                   const Answer& answer) {
  const CaseResult& result = answer.result;
  Group& group = group_of(workload, processor, variants);
  group.flipped += result.flipped;
  if (result.outcome == Outcome::skipped) {
    ++group.skipped;
    count_skip(result.reason, 1);
    return false;
  }
  compared_kernels_.insert(answer.kernels.begin(), answer.kernels.end());
  if (result.outcome == Outcome::passed) {
    ++group.passed;
    return false;
  }
  return ++group.failed == 1;
}

int Report::failed(const Settings& settings) const {
  const std::string variants = variants_text(settings);
  const auto group = std::ranges::find_if(groups_, [&](const Group& each) {
    return each.workload == settings.problem.workload && each.processor == id_of(settings.execution.processor) &&
           each.variants == variants;
  });
  return group == groups_.end() ? 0 : group->failed;
}

bool Report::is_news(const Answer& answer) const {
  return answer.result.outcome != Outcome::skipped &&
         std::ranges::any_of(answer.kernels, [&](std::size_t each) { return !compared_kernels_.contains(each); });
}

int Report::total(int Group::*count) const {
  int out = 0;
  for (const Group& each : groups_) out += each.*count;
  return out;
}

bool Report::is_left_out(std::string_view workload, std::string_view kernel) const {
  const Workload* const found = known_workload(catalog_, workload);
  if (found == nullptr) return false;
  const Workload& of = *found;
  if (of.incomparable && kernel.find(of.incomparable->kernels) != std::string_view::npos) return true;
  for (const Stage& stage : of.stages) {
    for (const NamedVariant& each : stage.variants) {
      const Variant& variant = *each.variant;
      const auto is_it = [&](const void* function) { return device::kernel_name_of(function) == kernel; };
      if (variant.kernels_beyond != nullptr && device::facts().available &&
          std::ranges::any_of(variant.kernels_beyond(device::facts()), is_it))
        return true;
      const bool its_own = !variant.kernels.empty() && kernel.find(variant.kernels) != std::string_view::npos;
      if (its_own && variant.unavailable != nullptr && !variant.unavailable(device::facts()).empty()) return true;
    }
  }
  return false;
}

std::vector<KernelCount> Report::kernels() const {
  std::vector<KernelCount> out;
  for (const Workload* workload : catalog_) out.push_back({.of = std::string(workload->id), .missing = {}});
  out.push_back({.of = "shared", .missing = {}});
  const std::vector<std::string>& names = device::kernels();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto owner = std::ranges::find_if(out, [&](const KernelCount& each) {
      return each.of == "shared" || names[i].find(each.of + "::") != std::string::npos;
    });
    if (is_left_out(owner->of, names[i])) {
      ++owner->left_out;
      continue;
    }
    ++owner->all;
    if (!compared_kernels_.contains(i)) owner->missing.push_back(names[i]);
  }
  return out;
}

namespace {

bool kernels_are_missing(const Report& report) {
  return std::ranges::any_of(report.kernels(), [](const KernelCount& each) { return !each.missing.empty(); });
}

/// "kernels compared: mandelbrot 84 of 84, blur 229 of 230" and the names of those that were not.
std::string kernel_lines(const Report& report, bool with_names) {
  std::string counts;
  std::string missing;
  std::size_t all = 0;
  std::size_t compared = 0;
  for (const KernelCount& each : report.kernels()) {
    if (each.all == 0) continue;
    all += each.all;
    compared += each.all - each.missing.size();
    counts += fmt::format("; {} {} of {}", each.of, each.all - each.missing.size(), each.all);
    if (each.left_out > 0)
      counts += fmt::format(" ({} left out, because they cannot be run or compared here)", each.left_out);
    for (const std::string& name : each.missing) missing += fmt::format("not compared: {}\n", name);
  }
  return fmt::format("{} of {} kernels compared{}\n{}", compared, all, counts, with_names ? missing : "");
}

std::string verdict(const Report& report, const ReportFrame& frame) {
  if (!report.mismatches().empty()) return "MISMATCHES";
  if (report.total(&Group::passed) == 0) return "nothing was compared";
  if (const std::vector<std::string> files = report.uncompared_files(); !files.empty())
    return fmt::format("NOTHING OF {} WAS COMPARED", fmt::join(files, ", "));
  if (!all_is_well(report, frame)) return "no mismatch, but KERNELS WERE NOT COMPARED";
  return "no mismatch";
}

}  // namespace

bool all_is_well(const Report& report, const ReportFrame& frame) {
  return report.mismatches().empty() && report.uncompared_files().empty() &&
         !(frame.whole && frame.show_kernels && kernels_are_missing(report));
}

std::string markdown(const Report& report, const ReportFrame& frame) {
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
  for (const Group& each : report.groups()) {
    add(each.workload, each.processor, each.variants, each.passed, each.failed, each.skipped);
  }
  add("all", "", "", report.total(&Group::passed), report.total(&Group::failed), report.total(&Group::skipped));
  std::string out = table.markdown() + '\n';
  for (const Group& each : report.groups()) {
    if (each.flipped == 0) continue;
    out += fmt::format("on the other side of a threshold, because a sum differs within its tolerance: {} in {} {}\n",
                       plural(each.flipped, "value"), each.workload, each.variants);
  }
  for (const auto& [reason, count] : report.skip_reasons())
    out += fmt::format("{} skipped: {}\n", plural(count, "case"), reason);
  for (const Mismatch& each : report.mismatches()) {
    const std::string origin = each.origin.empty() ? "" : fmt::format(" ({})", each.origin);
    const std::string alike = each.alike == 0 ? "" : fmt::format("; {} more like it", each.alike);
    out += fmt::format("MISMATCH {}{}: {}{}\n  {}\n", each.group, origin,
                       without_name(failure_text(each.result), each.group), alike, each.command);
  }
  for (const std::string& each : report.unfinished()) {
    out += fmt::format("not finished when the time was over:\n  {}\n", each);
  }
  if (report.left() > 0) {
    out +=
        fmt::format("stopped: {} {} not compared\n", plural(report.left(), "case"), noun(report.left(), "was", "were"));
  }
  if (frame.show_kernels) out += kernel_lines(report, frame.whole);
  const std::string title = frame.title.empty() ? "" : frame.title + ": ";
  return out + fmt::format("{}{} in {:.1f} s\n", title, verdict(report, frame), frame.elapsed_s);
}

std::string report_json(const Report& report, const ReportFrame& frame) {
  using Json = nlohmann::ordered_json;
  Json groups = Json::array();
  for (const Group& each : report.groups()) {
    groups.push_back({{"workload", each.workload},
                      {"processor", each.processor},
                      {"variant", each.variants},
                      {"passed", each.passed},
                      {"failed", each.failed},
                      {"skipped", each.skipped},
                      {"flipped_values", each.flipped}});
  }
  Json skips = Json::array();
  for (const auto& [reason, count] : report.skip_reasons()) skips.push_back({{"reason", reason}, {"cases", count}});
  Json mismatches = Json::array();
  for (const Mismatch& each : report.mismatches()) {
    mismatches.push_back({{"variant", each.group},
                          {"command", each.command},
                          {"origin", each.origin},
                          {"alike", each.alike},
                          {"differing_values", each.result.diff.differing},
                          {"beyond_tolerance_values", each.result.diff.beyond},
                          {"max_error", each.result.diff.max_error},
                          {"reason", each.result.reason},
                          {"x", each.result.diff.first_x},
                          {"y", each.result.diff.first_y},
                          {"expected", each.result.expected},
                          {"found", each.result.found}});
  }
  Json kernels = Json::array();
  for (const KernelCount& each : report.kernels()) {
    if (each.all == 0 || !frame.show_kernels) continue;
    kernels.push_back({{"of", each.of},
                       {"kernels", each.all},
                       {"compared", each.all - each.missing.size()},
                       {"left_out", each.left_out},
                       {"missing", each.missing}});
  }
  const Json out{{"heteroscope_verify", 1},
                 {"machine", json_of(data_of(this_machine(device::facts())))},
                 {"title", frame.title},
                 {"elapsed_s", frame.elapsed_s},
                 {"passed", report.total(&Group::passed)},
                 {"failed", report.total(&Group::failed)},
                 {"skipped", report.total(&Group::skipped)},
                 {"skip_reasons", std::move(skips)},
                 {"not_waited_for", report.unfinished()},
                 {"not_compared", report.left()},
                 {"kernels", std::move(kernels)},
                 {"groups", std::move(groups)},
                 {"first_mismatches", std::move(mismatches)}};
  return written_json(out, 2) + "\n";
}

}  // namespace heteroscope
