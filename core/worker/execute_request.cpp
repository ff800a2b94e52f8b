#include "core/worker/execute_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/own/source/own_source.hpp"

namespace heteroscope {
namespace {

/// Returns the plan's settings as a file has them. A source that the plan does not read is left out: only a workload
/// that is planned, too, says how its parameters are written. Where it is executed is what the message is about.
std::string settings_of(const Plan& plan) {
  std::vector<const Workload*> known{plan.workload};
  if (plan.source_plan != nullptr) known.push_back(plan.source_plan->workload);
  Settings settings = plan.settings;
  if (!plan.reads_source()) settings.problem.source = {};
  settings.execution.isolation = Isolation::no;  // a source that a plan reads is computed in the same process
  settings.execution.machine.clear();
  settings.execution.link = LinkForm::automatic;
  return to_json(settings, known);
}

/// Why a worker cannot do what is asked for; empty: it can.
std::string_view why_not_in_worker(const WholeRun& run) {
  return run.checkpoint.store == nullptr ? "" : "the process that computes a state with --checkpoint writes its file";
}
std::string_view why_not_in_worker(const BandRun& /*run*/) {
  return "ranks exchange rows while they compute, which only processes that mpirun has started can";
}
template <class Run>
std::string_view why_not_in_worker(const Run& /*run*/) {
  return "";
}

/// Throws BadInput with what to change, by why the plan is executed in a worker.
void refuse_in_worker(const Plan& plan, std::string_view why) {
  if (!plan.settings.execution.machine.empty()) throw BadInput(fmt::format("{}: leave out the machine elsewhere", why));
  const std::vector<OwnFile> files = own_files_of(plan);
  if (files.empty()) throw BadInput(fmt::format("{}: leave out --isolate", why));
  throw BadInput(
      fmt::format("{}, and {} runs in another: choose a variant of the program", why, excerpt(names_of(files))));
}

}  // namespace

const std::string& SettingsText::of(const Plan& plan) {
  if (settings_ == plan.settings && reads_source_ == plan.reads_source()) return text_;
  settings_.reset();  // until there is a text of them
  text_ = settings_of(plan);
  reads_source_ = plan.reads_source();
  settings_ = plan.settings;
  return text_;
}

ExecuteRequest request_for(const Plan& plan, const ExecuteOptions& options, SettingsText& settings) {
  const std::string_view why = std::visit([](const auto& run) { return why_not_in_worker(run); }, options);
  if (!why.empty()) refuse_in_worker(plan, why);
  return {.own = own_files_of(plan),
          .settings = settings.of(plan),
          .part = plan.cutout.is_whole() ? std::nullopt : std::optional(plan.cutout),
          .options = sent_options(options)};
}

std::vector<OwnFile> own_files_of(const Plan& plan) {
  std::vector<OwnFile> out;
  for (const Variant* const each : own_variants_of(plan))
    out.push_back({.path = each->own->path.string(), .text = each->own->source.text()});
  return out;
}

std::string names_of(const std::vector<OwnFile>& files) {
  std::string out;
  for (const OwnFile& each : files)
    out += (out.empty() ? "" : ", ") + std::filesystem::path(each.path).filename().string();
  return out;
}

bool has_functions(const std::vector<OwnFile>& files) {
  return std::ranges::any_of(files, [](const OwnFile& each) { return !each.path.ends_with(".cu"); });
}

}  // namespace heteroscope
