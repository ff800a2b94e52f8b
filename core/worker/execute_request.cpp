#include "core/worker/execute_request.hpp"

#include <algorithm>
#include <filesystem>

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
  settings.execution.machine.clear();
  settings.execution.link = LinkForm::automatic;
  return to_json(settings, known);
}

}  // namespace

ExecuteRequest request_for(const Plan& plan, const ExecuteOptions& options) {
  return {.own = own_files_of(plan),
          .settings = settings_of(plan),
          .part = plan.cutout.is_whole() ? std::nullopt : std::optional(plan.cutout),
          .wish = wish_of(options)};
}

std::vector<OwnFile> own_files_of(const Plan& plan) {
  std::vector<OwnFile> out;
  for (const PlannedStage& stage : plan.stages) {
    for (const Variant* const each : {stage.cpu, stage.gpu}) {
      if (each != nullptr && each->own != nullptr)
        out.push_back({.path = each->own->path.string(), .text = each->own->source.text()});
    }
  }
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
