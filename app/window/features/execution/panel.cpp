#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/window/features/execution/block_rows.hpp"
#include "app/window/features/execution/panel.hpp"
#include "app/window/features/execution/participant_rows.hpp"
#include "app/window/features/execution/word_rows.hpp"
#include "app/window/features/tune/tuned_rows.hpp"
#include "app/window/picture/pictures.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/failure.hpp"
#include "core/device/cpu/cpu_facts.hpp"
#include "core/model/settings/mapping_choice.hpp"
#include "core/model/settings/processors.hpp"
#include "core/plan/partition.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {
namespace {

const device::Facts& facts() {
  return device::facts();
}

void processor_row(const Ui& ui, WindowModel& model) {
  row(ui, "Processor");
  const Theme& theme = ui.theme();
  const std::string& no_gpu = facts().why_not;
  int chosen = static_cast<int>(model.settings().execution.processor);
  const std::vector<Segment> segments{
      {"CPU", theme.cpu, {}, "The processor's cores compute every row."},
      {"GPU", theme.gpu, no_gpu, "The GPU computes every row."},
      {"Split", theme.both, no_gpu, "Both compute rows of the same picture at the same time."}};
  if (segmented(ui, "processor", chosen, segments))
    set_participants(model.edit().execution, static_cast<Processor>(chosen), model.settings().execution.gpus);
}

const NamedVariant* chosen_in(const Stage& stage, const std::string& id) {
  for (const NamedVariant& each : stage.variants) {
    if (each.id == id) return &each;
  }
  return nullptr;
}

/// A GPU variant brings its mapping with it.
void choose(Settings& settings, const Stage& stage, Processor side, const std::string& id) {
  if (side == Processor::gpu) return choose_gpu_variant(settings, stage, id);
  settings.execution.variants[std::string(stage.id)].cpu = id;
}

void variant_row(const Ui& ui, WindowModel& model, const Stage& stage, Processor side) {
  const StageChoice choices = model.edit().execution.variants[std::string(stage.id)];
  const std::string chosen = side == Processor::cpu ? choices.cpu : choices.gpu;
  const bool only_stage = model.workload->stages.size() == 1;
  const std::string name = side == Processor::cpu ? "CPU variant" : "GPU variant";
  ImGui::PushID(name.c_str());
  ImGui::PushID(stage.id.data(), stage.id.data() + stage.id.size());
  const bool absent = side == Processor::gpu && !facts().available;
  ImGui::AlignTextToFramePadding();
  row(ui, (only_stage ? name : std::string(stage.id) + ", " + std::string(id_of(side))).c_str(), wide_label, absent);
  // Without a device the list stays open to read: what there would be, each with the reason why not.
  if (absent) {
    ImGui::PushStyleColor(ImGuiCol_Text, faded(ui.theme().dim, 0.55F));
    ImGui::PushStyleColor(ImGuiCol_FrameBg, faded(ui.theme().frame, 0.5F));
    ImGui::PushStyleColor(ImGuiCol_Button, faded(ui.theme().frame, 0.5F));
  }
  const bool open = begin_combo(ui, "##variant", chosen, ImGuiComboFlags_HeightLarge);
  if (absent) ImGui::PopStyleColor(3);
  if (open) {
    for (const NamedVariant& each : stage.variants) {
      if (each.variant->processor != side) continue;
      const std::string id(each.id);
      dot(ui, ui.theme().of(side));
      Settings with = model.settings();
      choose(with, stage, side, id);
      if (choice(ui, id.c_str(), id == chosen, refusal_of(each.id, *each.variant, with, facts()),
                 each.variant->summary)) {
        choose(model.edit(), stage, side, id);
      }
    }
    ImGui::EndCombo();
  } else if (const NamedVariant* now = chosen_in(stage, chosen); absent) {
    help(ui, facts().why_not);
  } else if (now != nullptr) {
    help(ui, now->variant->summary);
  }
  ImGui::PopID();
  ImGui::PopID();
}

/// Cards for graphics have few units for fp64: that is said where it matters, and fp32 is offered.
void slow_fp64_row(const Ui& ui, WindowModel& model) {
  Problem& problem = model.edit().problem;
  const bool matters = model.settings().execution.processor != Processor::cpu && facts().available &&
                       device::is_slow_in_fp64(facts()) && problem.precision == Precision::fp64;
  if (!matters || !model.workload->takes(Precision::fp32)) return;
  row(ui, "");
  const std::string words = fmt::format("fp64 at 1/{} rate: use fp32", facts().fp32_per_fp64);
  if (wide_button(words.c_str())) problem.precision = Precision::fp32;
  help(ui, fmt::format("This GPU begins {} operations in fp32 in the time of one in fp64. fp32 has 24 bits, some "
                       "seven digits: enough for pictures that are not zoomed in far.",
                       facts().fp32_per_fp64));
}

void precision_row(const Ui& ui, WindowModel& model) {
  row(ui, "Precision");
  Precision& precision = model.edit().problem.precision;
  int chosen = 0;
  const ImU32 on = ui.theme().dim;
  static constexpr std::array<std::string_view, 3> descriptions{
      "Single precision: 24 bits, fast, and coarse when zoomed in.", "Double precision: 53 bits.",
      "Whole numbers of 32 bits, which are counted as they are."};
  // what a workload does not take is offered only where it is chosen, as saved settings may have it
  std::vector<Precision> offered;
  std::vector<Segment> segments;
  for (const auto& [each, id] : ids<Precision>) {
    if (!model.workload->takes(each) && each != precision) continue;
    if (each == precision) chosen = static_cast<int>(offered.size());
    offered.push_back(each);
    segments.push_back({id.data(), on, {}, descriptions[static_cast<std::size_t>(each)]});
  }
  if (segmented(ui, "precision", chosen, segments)) precision = offered[static_cast<std::size_t>(chosen)];
  slow_fp64_row(ui, model);
}

void memory_row(const Ui& ui, WindowModel& model) {
  row(ui, "GPU memory", wide_label, !facts().available);
  static constexpr std::array kinds{MemoryKind::device, MemoryKind::managed, MemoryKind::pinned};
  static constexpr std::array<std::string_view, 3> descriptions{
      "The GPU's own memory; the CPU's rows are copied there.",
      "Managed memory: pages move to the side that touches them.",
      "Page-locked host memory that the GPU reads and writes over the bus."};
  std::vector<Segment> segments;
  int chosen = 0;
  // what is wrong with the GPUs that settings name is the plan's to say
  bool alone = true;
  if (attempt([&] { alone = participants_of(model.settings().execution, device::all()).size() == 1; })) alone = true;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    segments.push_back({id_of(kinds[i]).data(), ui.theme().gpu, refusal_of(kinds[i], facts(), alone), descriptions[i]});
    if (model.settings().execution.memory == kinds[i]) chosen = static_cast<int>(i);
  }
  if (!facts().available) chosen = -1;
  if (segmented(ui, "memory", chosen, segments))
    model.edit().execution.memory = kinds[static_cast<std::size_t>(chosen)];
}

void threads_row(const Ui& ui, WindowModel& model) {
  bool honored = false;
  for (const Stage& stage : model.workload->stages) {
    const auto found = model.settings().execution.variants.find(stage.id);
    const Variant* variant = stage.find(
        found == model.settings().execution.variants.end() ? stage.default_cpu : std::string_view(found->second.cpu));
    honored |= variant != nullptr && variant->knobs.threads;
  }
  row(ui, "CPU threads", wide_label, !honored);
  const int cores = cpu_facts().threads;
  ImGui::BeginDisabled(!honored);
  const std::string format = model.settings().execution.threads == 0 ? fmt::format("all ({})", cores) : "%d";
  ImGui::SliderInt("##threads", &model.edit().execution.threads, 0,
                   std::max(2 * cores, model.settings().execution.threads), format.c_str(),
                   ImGuiSliderFlags_AlwaysClamp);
  ImGui::EndDisabled();
  help(ui, honored ? "Threads on the CPU's side; 0 is one for each core. Drag, or Ctrl+click to type."
                   : "This variant runs on one thread.");
}

void variant_rows(const Ui& ui, WindowModel& model, Processor side) {
  for (const Stage& stage : model.workload->stages) variant_row(ui, model, stage, side);
}

/// One line for all that a machine without a GPU cannot choose. True: it is unfolded.
bool fold(const Ui& ui) {
  const bool open = subsection(ui, "GPU: none here; what it would do");
  help(ui, facts().why_not +
               ". Unfolded, it shows what could be chosen with one: variants, how it shares rows with "
               "the CPU, memory, blocks and their mapping.");
  return open;
}

}  // namespace

void ExecutionFeature::panel(const Window& window) {
  if (!section(window.ui, "Execution")) return;
  processor_row(window.ui, window.model);
  if (!facts().available) {
    variant_rows(window.ui, window.model, Processor::cpu);
    precision_row(window.ui, window.model);
    threads_row(window.ui, window.model);
    word_rows(window.ui, window.model.edit(), *window.model.workload);
    tunable_rows(window.ui, window.model);
    tuned_row(window.ui, window.model);
    if (!fold(window.ui)) return;
    variant_rows(window.ui, window.model, Processor::gpu);
    participant_rows(window);
  } else {
    participant_rows(window);
    for (const Stage& stage : window.model.workload->stages) {
      variant_row(window.ui, window.model, stage, Processor::cpu);
      variant_row(window.ui, window.model, stage, Processor::gpu);
    }
    precision_row(window.ui, window.model);
    threads_row(window.ui, window.model);
    word_rows(window.ui, window.model.edit(), *window.model.workload);
    tunable_rows(window.ui, window.model);
    tuned_row(window.ui, window.model);
  }
  memory_row(window.ui, window.model);
  blocks_.build(window.ui, window.model);
}

}  // namespace heteroscope
