#pragma once

#include <any>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/device/device.hpp"
#include "core/memory/field.hpp"
#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"
#include "core/plan/partition.hpp"
#include "core/types/participant.hpp"

namespace heteroscope {

/// A stage of a plan: what will run on the CPU and on the GPUs; null where there is no such participant.
struct PlannedStage {
  const Stage* stage = nullptr;
  const Variant* cpu = nullptr;
  const Variant* gpu = nullptr;
  BlockShape block;
  std::string_view mapping;
  std::vector<int> cpu_tunables, gpu_tunables;  ///< values of what the variants declare, in their order
  [[nodiscard]] const Variant& of(const Participant& participant) const { return participant.is_gpu() ? *gpu : *cpu; }
};

/// A band of a plan's rows: what one execution computes where others compute the rest of the plan at the same time.
struct PlanBand {
  Rows own;                   ///< of the result, and of an iteration's planes
  Rows held;                  ///< rows of the planes in memory: its own, and those beyond until the others' come again
  int edge_rows = 0;          ///< rows of the planes in memory beside those: edges that are computed by themselves
  int thinnest = 0;           ///< rows of the thinnest of all bands: no more come from a neighbor at a time
  bool whole_result = false;  ///< there is memory for the whole result, too
};

/// Settings checked against the device: what will run. `problem` and `settings` are of the whole result, also where
/// only a part of it is asked for.
struct Plan {
  Settings settings;
  Problem problem;  ///< theirs in its canonical form; of a source, the size that is read and all values of its maker
  const Workload* workload = nullptr;
  std::any parameters;
  std::vector<Participant> participants;  ///< the GPUs as they are named, else by their numbers, others', then the CPU
  bool gpu_memory_apart = false;          ///< its GPUs compute in memory that the CPU does not reach
  std::vector<PlannedStage> stages;
  std::vector<Parts> parts;  ///< by stage: each participant's rows
  int threads = 1;
  Extent input;   ///< of the source, or of the part of it that is read; size 0x0 where the workload takes none
  Cutout read;    ///< which part that is
  Extent output;  ///< of the result, or of the part of it that is computed
  Cutout cutout;  ///< which part of the result is asked for
  Cutout kept;    ///< which part of what is computed that is
  Extent state;   ///< of an iteration's planes; size 0x0 where the workload does not iterate
  std::optional<PlanBand> band;  ///< which rows it has where others compute the rest; nothing: it has all rows
  /// The source: a workload's plan, or a file's values, or neither (a pattern, which `settings.source` names).
  std::shared_ptr<const Plan> source_plan;
  std::shared_ptr<const Field> source_image;
  bool source_has_colors = false;  ///< of a file

  /// The extent over which the work is counted: the source's, or the result's if there is none.
  [[nodiscard]] Size extent() const { return reads_source() && !workload->iterates() ? input.size : output.size; }
  /// Its picture is of the source's channels, each computed by itself; the result is that of the luma.
  [[nodiscard]] bool in_color() const {
    return source_has_colors && problem.channel == ImageChannel::color && workload->colored_as_input();
  }
  /// It reads a source, of the extent `input`.
  [[nodiscard]] bool reads_source() const { return input.size.area() > 0; }
  /// The rows of the result or of the planes, which have so many, that are computed.
  [[nodiscard]] Rows own_rows(int height) const { return band ? band->own : Rows{0, height}; }
  /// The rows of the planes for which this process has memory.
  [[nodiscard]] Rows held_rows() const { return band ? band->held : Rows{0, state.size.height}; }
  /// Its own processors, whether or not others of machines elsewhere have rows, too.
  [[nodiscard]] bool uses_cpu() const { return settings.execution.processor != Processor::gpu; }
  [[nodiscard]] bool uses_gpu() const { return settings.execution.processor != Processor::cpu; }
};

/// Whether its variants are those that its stages' lists have now: a person's own one is exchanged for a newer one when
/// its file is saved.
bool has_present_variants(const Plan& plan);

/// Returns the variants of a person's own with which the plan's stages compute, stage by stage: each save of a file is
/// another one.
std::vector<const Variant*> own_variants_of(const Plan& plan);

/// Why variants need not agree in what is planned, or in its source; else empty.
std::string why_incomparable(const Plan& plan);

/// The extent that participants share in a stage, row by row: of the input that it reduces, the state that it advances
/// or the result that it writes.
const Extent& shared_extent(const Plan& plan, std::size_t stage);
/// The shared extent of the workload's main stage.
const Extent& main_extent(const Plan& plan);
/// The extent of a stage's input: after an iteration the iteration's state, otherwise the source.
const Extent& input_extent(const Plan& plan, std::size_t stage);

/// Which part of the result is computed: what is asked for, and what stencils make of the cells around it.
Cutout computed_part(const Plan& plan);

/// Puts the workload's fast-math baseline in the place of its stage's GPU variant.
void put_fast_math(Plan& plan);

/// The figures of the stage's GPU variant that follow from its accesses; empty if these are not modeled.
std::vector<ModelFigure> model_figures(const Plan& plan, const PlannedStage& stage);

/// A plan, or one line that says why there is none on this device: a skip, not an error.
struct Planned {
  std::optional<Plan> plan;
  std::string refusal;
  bool too_large = false;  ///< it is refused because it would be held whole
  explicit operator bool() const { return plan.has_value(); }
};

/// Throws BadInput for settings that no device could run (unknown ids, values out of range, sizes of 0).
Planned plan(const Settings& settings, Catalog catalog, device::Devices devices);
/// Plans a part of the result; refused if the workload cannot compute it by itself.
Planned plan_part(const Settings& settings, Catalog catalog, device::Devices devices, const Cutout& part);
/// Chooses the band of a plan whose participants and extents are known, but not its variants. Throws BadInput where the
/// plan's rows cannot be shared so.
using ChooseBand = std::function<PlanBand(const Plan&)>;
/// Plans a band of the rows, whose participants share these, and counts memory for it alone.
Planned plan_band(const Settings& settings, Catalog catalog, device::Devices devices, const ChooseBand& choose);
/// The plan with this band in the place of its own.
Planned with_band(Plan plan, const PlanBand& band, device::Devices devices);
/// Plans, with whatever it throws as the refusal: for showing a person what can be chosen.
Planned plan_or_refusal(const Settings& settings, Catalog catalog, device::Devices devices) noexcept;

}  // namespace heteroscope
