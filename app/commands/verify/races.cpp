#include "app/commands/verify/races.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/commands/verify/lone_gpu.hpp"
#include "core/own/source/own_source.hpp"
#include "core/plan/plan.hpp"
#include "core/worker/sanitized_run.hpp"
#include "core/worker/sanitizer_log.hpp"

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

}  // namespace

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

}  // namespace heteroscope
