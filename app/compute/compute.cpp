#include "app/compute/compute.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

#include "app/ranks/ranks.hpp"
#include "core/antialias/antialiased.hpp"
#include "core/base/plural.hpp"
#include "core/model/settings/processors.hpp"
#include "core/run/channels.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

/// A plan, or that of a rank, where there is one. Throws BadInput with the reason where there is none.
template <class Outcome>
auto planned_or_refused(Outcome planned) {
  if (!planned) throw BadInput(planned.refusal);
  return std::move(*planned.plan);
}

}  // namespace

Plan plan_or_refuse(const Settings& settings) {
  return planned_or_refused(plan(settings, catalog(), device::Devices::here()));
}

void check_limit(const Plan& plan, bool allow_unstable) {
  if (allow_unstable) return;
  if (const std::string past = plan.workload->past_limit(plan.settings.problem.parameters); !past.empty()) {
    throw BadInput(past + "; --allow-unstable computes it anyway");
  }
}

namespace {

void check(const Plan& plan, const ComputeOptions& options) {
  check_limit(plan, options.allow_unstable);
  if (options.check) options.check(plan);
}

CheckpointUse checkpoint_of(const Plan& plan, const ComputeOptions& options) {
  return options.checkpoint ? options.checkpoint(plan) : CheckpointUse{};
}

}  // namespace

std::optional<SharedFrame> compute_in_bands(const Settings& settings, const ComputeOptions& options,
                                            const BandsUse& use) {
  RankExecutor executor;
  const World& world = ranks()->world();
  const RankPlan own = planned_or_refused(
      plan_of_rank(settings, catalog(), device::Devices::here(), world.rank(), world.count(), use.gathered));
  check(own.plan, options);
  return execute_in_bands(executor, own, use.ranks, checkpoint_of(own.plan, options), use.take);
}

std::optional<Frame> compute_unless_stopped(const Settings& settings, const ComputeOptions& options) {
  const Plan plan = plan_or_refuse(settings);
  check(plan, options);
  Executor executor;
  return executor.execute(
      plan, WholeRun{.trace = options.trace, .progress = options.progress, .checkpoint = checkpoint_of(plan, options)});
}

Frame compute(const Settings& settings, const ComputeOptions& options) {
  return compute_unless_stopped(settings, options).value();
}

Pixels compute_samples(const Frame& first) {
  const Look& look = first.plan.settings.look;
  Antialiased picture(first, look, catalog());
  Executor executor;
  picture.add_all(executor);
  return picture.pixels();
}

Pixels compute_channels(Frame& frame) {
  ChannelRun run;
  run.add_to(frame, catalog());
  return channel_colors(frame.channels->results, frame.plan.settings.look);
}

std::string executed_by(const Plan& plan) {
  std::vector<std::string> parts;
  bool threads = false;
  for (const PlannedStage& stage : plan.stages) {
    const StageChoice& choice = plan.settings.execution.variants.find(stage.stage->id)->second;
    if (stage.cpu != nullptr) threads |= stage.cpu->knobs.threads;
    if (stage.cpu != nullptr) parts.push_back(fmt::format("{}{}", stage.gpu != nullptr ? "cpu " : "", choice.cpu));
    if (stage.gpu != nullptr) parts.push_back(fmt::format("{}{}", stage.cpu != nullptr ? "gpu " : "", choice.gpu));
  }
  if (threads) parts.push_back(plural(plan.threads, "thread"));
  if (plan.uses_gpu()) parts.push_back(fmt::format("{} memory", id_of(plan.settings.execution.memory)));
  const std::string share =
      shares_a_frame(plan.settings.execution) ? " " + split_text(plan.settings.execution) : std::string();
  return fmt::format("{}{} ({})", processors_text(plan.settings.execution), share, fmt::join(parts, ", "));
}

}  // namespace heteroscope
