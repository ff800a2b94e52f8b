#include "core/plan/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/base/message.hpp"
#include "core/link/machines.hpp"
#include "core/model/schema/own_choices.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/model/settings/source.hpp"
#include "core/plan/check_settings.hpp"
#include "core/plan/parts.hpp"
#include "core/plan/room.hpp"

namespace heteroscope {

namespace {

const Variant& known_variant(const Stage& stage, std::string_view id, Processor processor) {
  const Variant* variant = stage.find(id);
  if (variant == nullptr || variant->processor != processor) {
    std::string known;
    for (const auto& each : stage.variants) {
      if (each.variant->processor == processor) known += fmt::format("{}{}", known.empty() ? "" : ", ", each.id);
    }
    if (const std::string why = refusal_of_file(id); !why.empty()) throw BadInput("variant: " + why);
    throw BadInput(fmt::format("variant: '{}' is not a {} variant of stage {} ({})", excerpt(id), id_of(processor),
                               stage.id, known));
  }
  return *variant;
}

/// The reason that `refuses` gives for the first of the plan's GPUs that it refuses, wherever they are.
template <class Refuses>
std::string refusal_of_gpus(const Plan& plan, device::Devices devices, Refuses refuses) {
  const bool several = std::ranges::count_if(plan.participants, &Participant::is_gpu) > 1;
  for (const Participant& participant : plan.participants) {
    if (!participant.is_gpu()) continue;
    const std::string reason = refuses(facts_of(participant, devices));
    const bool named = several || participant.is_elsewhere();
    if (!reason.empty()) return named ? fmt::format("{}: {}", name_of(participant), reason) : reason;
  }
  return {};
}

/// The source workload as it is computed for a plan: on its first GPU, if it uses one here. Whole numbers are computed
/// in fp64, which holds all that int32 does.
Settings source_settings(const Plan& plan, const Workload& workload) {
  const Settings& s = plan.settings;
  const Participant& participant = *std::ranges::find_if_not(plan.participants, &Participant::is_elsewhere);
  Settings out = default_settings(workload);
  for (const auto& [id, value] : s.problem.source.values) out.problem.parameters[id] = value;
  out.execution.processor = participant.processor;
  out.execution.machine = s.execution.machine;
  if (participant.is_gpu()) out.execution.gpus.numbers = {participant.device};
  carry_over(s.execution, out.execution);
  out.problem.precision = s.problem.precision == Precision::int32 ? Precision::fp64 : s.problem.precision;
  out.problem.size = s.problem.size;
  return out;
}

/// Finds the source's size, and a file's values; returns a refusal if they do not fit.
std::string find_source(Plan& out) {
  const Settings& s = out.settings;
  if (!out.workload->image) {
    if (!s.problem.source.id.empty())
      throw BadInput(fmt::format("source: {} computes its own values and needs no source", out.workload->id));
    return {};
  }
  if (!out.workload->reads_source(out.parameters)) return {};
  out.input = {s.problem.size, s.problem.precision};
  if (s.problem.source.id != file_source) return {};
  out.source_image = load_image(s.problem.source.file, s.problem.channel);
  out.source_has_colors = has_colors(s.problem.source.file);
  out.problem.size = out.input.size = out.source_image->size();
  return s.problem.precision == Precision::int32 ? misfit_of_int32(*out.source_image, s.problem.source.file)
                                                 : std::string();
}

/// Fills in what makes the source, or the part of it that is read; a refusal where its workload cannot be planned.
std::string plan_source(Plan& out, Catalog catalog, device::Devices devices) {
  const Settings& s = out.settings;
  if (!out.reads_source() || out.source_image != nullptr) return {};
  const bool whole = s.problem.precision == Precision::int32;
  if (const Pattern* pattern = find_pattern(s.problem.source.id)) {
    if (whole && (pattern->fits_int32 == nullptr || !pattern->fits_int32(s.problem.source.number))) {
      return fmt::format("source: {} has values that are not whole, as int32 needs: choose fp32 or fp64",
                         source_text(s.problem.source));
    }
    if (pattern->number_label.empty()) return {};
    if (const std::string wrong = check_value(number_of(*pattern), s.problem.source.number); !wrong.empty()) {
      throw BadInput(fmt::format("source {} ({})", wrong, pattern->number_label));
    }
    return {};
  }
  if (const Workload* workload = find_source_workload(catalog, s.problem.source.id)) {
    const Settings settings = source_settings(out, *workload);
    Planned planned =
        out.cutout.is_whole() ? plan(settings, catalog, devices) : plan_part(settings, catalog, devices, out.read);
    if (!planned) return "source: " + planned.refusal;
    if (whole && (workload->fits_int32 == nullptr || !workload->fits_int32(planned.plan->parameters))) {
      return fmt::format("source: here {} gives values that are not whole, as int32 needs: choose fp32 or fp64",
                         workload->id);
    }
    out.source_plan = std::make_shared<const Plan>(*std::move(planned.plan));
    out.problem.source.values = out.source_plan->problem.parameters;
    return {};
  }
  throw BadInput(fmt::format("source: {} is unknown (known: {}, file)", quote(s.problem.source.id),
                             fmt::join(source_ids(catalog), ", ")));
}

/// Why the variant cannot compute the plan's result; empty if it can. `facts`: of the GPU that runs it, if one does.
std::string why_unfit(const Plan& plan, std::string_view id, const Variant& variant, const device::Facts& facts) {
  if (variant.unfit == nullptr) return {};
  const bool whole = plan.participants.size() == 1 && !plan.band;
  const std::string why = variant.unfit(plan.parameters, plan.output, whole, facts);
  return why.empty() ? why : fmt::format("{}: {}", id, why);
}

/// Why one of the plan's GPUs cannot run the variant; empty if all can.
std::string refusal_of_variant(const Plan& plan, std::string_view id, const Variant& variant, device::Devices devices) {
  return refusal_of_gpus(plan, devices, [&](const device::Facts& facts) {
    const std::string why = refusal_of(id, variant, plan.settings, facts);
    return why.empty() ? why_unfit(plan, id, variant, facts) : why;
  });
}

/// The refusal, with the name of the stage's default variant if that one can compute it.
std::string refusal_with_advice(const Plan& plan, const Stage& stage, std::string_view id, const Variant& variant,
                                device::Devices devices) {
  std::string why = refusal_of_variant(plan, id, variant, devices);
  if (why.empty() || id == stage.default_gpu) return why;
  const Variant& other = known_variant(stage, stage.default_gpu, Processor::gpu);
  if (refusal_of_variant(plan, stage.default_gpu, other, devices).empty())
    why += fmt::format("; {} can", stage.default_gpu);
  return why;
}

/// Adds the stage's variants; a refusal where one of the plan's processors cannot run its own.
std::string plan_stage(Plan& out, const Stage& stage, device::Devices devices) {
  const Settings& settings = out.settings;
  const auto chosen = settings.execution.variants.find(stage.id);
  const StageChoice ids = chosen != settings.execution.variants.end()
                              ? chosen->second
                              : StageChoice{std::string(stage.default_cpu), std::string(stage.default_gpu)};
  PlannedStage planned{.stage = &stage};
  if (computes_on(settings.execution, Processor::cpu)) {
    planned.cpu = &known_variant(stage, ids.cpu, Processor::cpu);
    static const device::Facts no_gpu;  // runs it
    if (std::string reason = refusal_of(ids.cpu, *planned.cpu, settings, no_gpu); !reason.empty()) return reason;
    if (std::string reason = why_unfit(out, ids.cpu, *planned.cpu, no_gpu); !reason.empty()) return reason;
    planned.cpu_tunables = tunable_values(planned.cpu->knobs, settings.execution.tunables);
  }
  if (computes_on(settings.execution, Processor::gpu)) {
    planned.gpu = &known_variant(stage, ids.gpu, Processor::gpu);
    if (std::string reason = refusal_with_advice(out, stage, ids.gpu, *planned.gpu, devices); !reason.empty())
      return reason;
    const Knobs& knobs = planned.gpu->knobs;
    planned.block = settings.execution.block != BlockShape{} ? settings.execution.block : knobs.default_block;
    planned.mapping = knobs.mappings.empty() ? std::string_view{} : knobs.mappings.front();
    planned.gpu_tunables = tunable_values(knobs, settings.execution.tunables);
    for (const auto& each : knobs.mappings) {
      if (each == settings.execution.mapping) planned.mapping = each;
    }
  }
  out.stages.push_back(planned);
  return {};
}

/// Why what is chosen cannot be had on a machine elsewhere; empty if it can, or is to be computed here.
std::string refusal_elsewhere(const Settings& settings) {
  const Execution& execution = settings.execution;
  if (!uses_machines(execution)) return {};
  if (execution.isolation == Isolation::yes)
    return "isolate: a machine elsewhere computes in a process of its own anyway; leave out --isolate";
  if (const std::string file = own_file_in(execution); !file.empty() && !execution.elsewhere.empty())
    return fmt::format("variant: {} is a file of your own; machines cannot share the rows of such variants", file);
  return {};
}

/// Why processors of other machines cannot have some of the plan's rows; empty if they can, or there are none.
std::string refusal_of_shared_rows(const Plan& plan) {
  if (plan.settings.execution.elsewhere.empty() || !plan.workload->iterates()) return {};
  return fmt::format(
      "processor: {}: each step of {} needs rows of all processors, and a link is too slow for that; choose "
      "processors of one machine",
      processors_text(plan.settings.execution), plan.workload->id);
}

/// Where participants meet, a thread that drives a GPU would wait for one of the CPU's participant to let it have a
/// core, and all others for it: where nobody has said how many threads there are to be, there is a core for each.
/// StarPU gives each GPU one, too (Augonnet et al., Concurrency and Computation 23, 2011).
int threads_for(const Execution& execution, const Plan& plan) {
  if (execution.threads > 0) return execution.threads;
  const bool driven = plan.uses_cpu() && exchange_grain(plan) > 0;
  const int gpus = static_cast<int>(std::ranges::count_if(plan.participants, &Participant::is_gpu_here));
  return std::max(1, cpu_threads_of(execution) - (driven ? gpus : 0));
}

}  // namespace

std::vector<const Variant*> own_variants_of(const Plan& plan) {
  std::vector<const Variant*> out;
  for (const PlannedStage& stage : plan.stages) {
    for (const Variant* const each : {stage.cpu, stage.gpu}) {
      if (each != nullptr && each->own != nullptr) out.push_back(each);
    }
  }
  return out;
}

bool has_present_variants(const Plan& plan) {
  const auto is_present = [](const PlannedStage& stage) {
    for (const Variant* const each : {stage.cpu, stage.gpu}) {
      if (each != nullptr && each->own != nullptr && stage.stage->find(each->own_id) != each) return false;
    }
    return true;
  };
  return std::ranges::all_of(plan.stages, is_present) &&
         (plan.source_plan == nullptr || has_present_variants(*plan.source_plan));
}

std::string why_incomparable(const Plan& plan) {
  const std::optional<Incomparable>& own = plan.workload->incomparable;
  std::string out = own ? own->why(plan.parameters) : std::string();
  return out.empty() && plan.source_plan != nullptr ? why_incomparable(*plan.source_plan) : out;
}

const Extent& shared_extent(const Plan& plan, std::size_t stage) {
  const Stage& which = *plan.stages[stage].stage;
  return which.reduction() != nullptr ? plan.input : which.iteration() != nullptr ? plan.state : plan.output;
}

const Extent& main_extent(const Plan& plan) {
  return shared_extent(plan, plan.workload->main_index());
}

void put_fast_math(Plan& plan) {
  const FastMathBaseline& fast_math = *plan.workload->fast_math;
  for (PlannedStage& each : plan.stages) {
    if (each.stage->id == fast_math.stage) each.gpu = fast_math.variant;
  }
}

std::vector<ModelFigure> model_figures(const Plan& plan, const PlannedStage& stage) {
  if (stage.gpu == nullptr) return {};
  const AccessingVariant* known = plan.workload->find_accesses(stage.stage->id, stage.stage->id_of(*stage.gpu));
  if (known == nullptr || known->figures == nullptr) return {};
  return known->figures(known->any_block ? stage.block : known->default_block, plan.settings.problem.precision);
}

const Extent& input_extent(const Plan& plan, std::size_t stage) {
  return stage > 0 && plan.workload->iterates() ? plan.state : plan.input;
}

namespace {

/// The plan of the whole result, of a part of it, or of a band of its rows.
Planned plan_of(const Settings& settings, Catalog catalog, device::Devices here, const Cutout* part,
                const ChooseBand& choose_band = nullptr) {
  if (std::string why = refusal_elsewhere(settings); !why.empty()) return {std::nullopt, std::move(why)};
  const device::Devices devices = devices_of(settings.execution, here);
  Plan out;
  out.settings = settings;
  out.workload = &find_workload(catalog, settings.problem.workload);
  check_parameter_names(settings, *out.workload);
  out.parameters = out.workload->bind(settings.problem.parameters);
  out.problem = canonical(settings.problem, *out.workload);
  check_values(settings, *out.workload);
  if (std::string wrong = refusal_of(settings.problem.precision, *out.workload); !wrong.empty())
    return {std::nullopt, std::move(wrong)};
  out.participants = participants_of(settings.execution, devices);
  std::string reason = refusal_of_gpus(out, devices, [&](const device::Facts& facts) {
    if (!facts.available) return fmt::format("needs a GPU: {}", facts.why_not);
    return refusal_of(settings.execution.memory, facts, out.participants.size() == 1);
  });
  if (!reason.empty()) return {std::nullopt, std::move(reason)};
  for (const Setting* each : whole_schema()) {
    const bool read =
        each->read_by() == ReadBy::cpu ? out.uses_cpu() : each->read_by() == ReadBy::all || out.uses_gpu();
    if (read) reason = each->refusal_here(settings, {.workload = *out.workload, .devices = devices});
    if (!reason.empty()) return {std::nullopt, std::move(reason)};
  }
  out.gpu_memory_apart = std::ranges::any_of(out.participants, [&](const Participant& participant) {
    return participant.is_gpu_here() &&
           !device::is_reached_by_cpu(settings.execution.memory, devices[participant.device]);
  });
  if (reason = refusal_of_shared_rows(out); !reason.empty()) return {std::nullopt, std::move(reason)};
  // one that cannot be reached says so now, and not in the middle of a frame, where it would be waited for
  for (const Participant& each : out.participants) {
    if (each.is_elsewhere()) static_cast<void>(machine_facts(each.machine));
  }
  if (const Iteration* const it = out.workload->iteration();
      out.participants.size() > 1 && it && it->unsplittable != nullptr) {
    if (reason = it->unsplittable(out.parameters); !reason.empty()) return {std::nullopt, "split: " + reason};
  }
  if (reason = refusal_of_sharing(out); !reason.empty()) return {std::nullopt, std::move(reason)};
  if (reason = find_source(out); !reason.empty()) return {std::nullopt, std::move(reason)};
  const Size size = out.reads_source() ? out.input.size : settings.problem.size;
  out.output = out.workload->extent(out.parameters, size, settings.problem.precision);
  if (reason = cut_out(out, part); !reason.empty()) return {std::nullopt, std::move(reason)};
  if (reason = plan_source(out, catalog, devices); !reason.empty()) return {std::nullopt, std::move(reason)};
  if (out.workload->iterates()) out.state = state_of(*out.workload, out.parameters, out.output);
  palette_of(settings.look);
  out.threads = threads_for(settings.execution, out);
  if (choose_band) out.band = choose_band(out);
  for (const Stage& stage : out.workload->stages) {
    if (reason = plan_stage(out, stage, devices); !reason.empty()) return {std::nullopt, std::move(reason)};
  }
  if (reason = refusal_of_order(out); !reason.empty()) return {std::nullopt, std::move(reason)};
  if (reason = refusal_of_size(out, devices); !reason.empty())
    return {.plan = std::nullopt, .refusal = std::move(reason), .too_large = part == nullptr};
  out.parts = partition(out);
  return {std::move(out), {}};
}

}  // namespace

Planned plan_or_refusal(const Settings& settings, Catalog catalog, device::Devices devices) noexcept {
  Planned out;
  const Failure failed = attempt([&] { out = plan(settings, catalog, devices); });
  if (!failed) return out;
  return {std::nullopt, failed.line};
}

Planned plan(const Settings& settings, Catalog catalog, device::Devices devices) {
  return plan_of(settings, catalog, devices, nullptr);
}

Planned plan_band(const Settings& settings, Catalog catalog, device::Devices devices, const ChooseBand& choose) {
  return plan_of(settings, catalog, devices, nullptr, choose);
}

Planned with_band(Plan plan, const PlanBand& band, device::Devices devices) {
  plan.band = band;
  if (std::string why = refusal_of_size(plan, devices); !why.empty()) return {std::nullopt, std::move(why)};
  plan.parts = partition(plan);
  return {std::move(plan), {}};
}

Planned plan_part(const Settings& settings, Catalog catalog, device::Devices devices, const Cutout& part) {
  return plan_of(settings, catalog, devices, &part);
}

}  // namespace heteroscope
