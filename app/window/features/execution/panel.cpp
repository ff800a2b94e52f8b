#include "app/window/features/execution/panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/files/machines_file.hpp"
#include "app/text/format.hpp"
#include "app/text/table.hpp"
#include "app/tune/kept.hpp"
#include "app/window/feature/own_words.hpp"
#include "app/window/feature/setting_rows.hpp"
#include "app/window/features/execution/participant_rows.hpp"
#include "app/window/model/window_model.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/failure.hpp"
#include "core/device/device.hpp"
#include "core/link/machines.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/processors.hpp"

namespace heteroscope {
namespace {

constexpr const char* form_name = "Add a machine##form";
constexpr const char* here = "This machine";

/// "This machine", "server", "This machine and GPU 0 of server".
std::string words_for(const std::string& machine, const std::vector<Participant>& elsewhere) {
  std::string out = machine.empty() ? here : machine;
  for (const Participant& each : elsewhere) out += " and " + name_of(each);
  return out;
}

/// Returns the processors of a machine that can be chosen: of one that has not been greeted, a GPU and the CPU.
std::vector<Participant> processors_of(const std::string& machine) {
  int gpus = 1;
  if (is_known_machine(machine)) {
    const std::vector<device::Facts>& all = machine_facts(machine).gpus;
    gpus = all.front().available ? static_cast<int>(all.size()) : 0;
  }
  std::vector<Participant> out;
  for (int i = 0; i < gpus; ++i) out.push_back({Processor::gpu, i, machine});
  out.push_back({Processor::cpu, 0, machine});
  return out;
}

std::string meaning_of(const MachineAddress& machine) {
  return machine.via.empty() ? fmt::format("Reached by ssh {}.", machine.name)
                             : fmt::format("Reached by: {}", machine.via);
}

/// Returns the kept result for the present problem; null: none is kept, or the parameters cannot be bound.
const TunedWinner* winner_for(const WindowModel& model, const TunedWinners* winners) {
  const TunedWinner* out = nullptr;
  if (winners == nullptr) return out;
  const Failure unbound =
      attempt([&] { out = winners->find(tuned_for(model.settings(), model.catalog, device::all())); });
  return unbound ? nullptr : out;
}

std::string about(const TunedWinner& winner) {
  std::string out =
      fmt::format("Found by a search on {}: {}, {}.", winner.date_utc.substr(0, 10), winner.text, format_ms(winner.ms));
  if (winner.usual_ms && winner.ms > 0) {
    out += fmt::format(" The settings before that took {}: {}.", format_ms(*winner.usual_ms),
                       times_as(*winner.usual_ms / winner.ms, "long"));
  }
  return out;
}

/// Draws a row with a button that uses the result kept for the present problem on this machine, or one that opens the
/// search.
void tuned_row(Ui& ui, WindowModel& model, const TunedWinners* winners) {
  row(ui, "Fastest");
  const TunedWinner* const winner = winner_for(model, winners);
  const float whole = ImGui::GetContentRegionAvail().x;
  const float search = ui.units(28);
  if (winner == nullptr) {
    if (wide_button("Search")) ui.ask(action::toggle_tune);
    help(ui, "Searches variants, threads, blocks, memory kinds and tunables for the fastest combination.",
         action::toggle_tune);
    return;
  }
  Settings with = model.settings();
  use_tuned(with, winner->execution);
  const bool used = with.execution == model.settings().execution;
  const float width = whole - search - ui.units(6);
  const std::string words = shortened((used ? "in use: " : "Use ") + winner->text, width - ui.units(12));
  ImGui::BeginDisabled(used);
  if (ImGui::Button((words + "###use tuned").c_str(), {width, 0})) *model.edit() = with;
  ImGui::EndDisabled();
  help(ui, about(*winner));
  ImGui::SameLine(0, ui.units(6));
  if (ImGui::Button("…", {search, 0})) ui.ask(action::toggle_tune);
  help(ui, "Searches again.", action::toggle_tune);
}

/// Returns the stage whose variant a row chooses; null for the rows of other settings.
const Stage* stage_of(const SettingRow& row, const Workload& workload) {
  const auto found = std::ranges::find_if(
      workload.stages, [&](const Stage& each) { return row.id.starts_with(fmt::format("{} ", each.id)); });
  return found == workload.stages.end() ? nullptr : &*found;
}

/// In a row that chooses a stage's variant, says of a person's own which file it is from.
void say_which_are_own(SettingRow& row, const Workload& workload) {
  const Stage* const stage = stage_of(row, workload);
  if (stage == nullptr) return;
  for (RowChoice& each : row.choices) {
    const Variant* const variant = stage->find(each.text);
    if (variant != nullptr && variant->own != nullptr) each.meaning = words_of(*variant);
  }
}

/// The settings of the execution, and with them the precision, which stands below the variants that compute in it.
std::vector<SettingRow> rows_of_execution(const WindowModel& model) {
  std::vector<const Setting*> settings;
  for (const Setting* each : execution_schema()) {
    settings.push_back(each);
    if (each == &find_setting("variants")) settings.push_back(&find_setting("precision"));
  }
  std::vector<SettingRow> out = rows_of(model, settings);
  for (SettingRow& each : out) say_which_are_own(each, *model.workload);
  return out;
}

/// Offers fp32 where the GPU is slow in fp64, as cards for graphics are, and the frame is computed in fp64 on it.
void slow_fp64_row(const Ui& ui, WindowModel& model) {
  const Settings& settings = model.settings();
  const device::Facts& facts = shown_devices(settings.execution).first();
  const bool matters = settings.execution.processor != Processor::cpu && facts.available &&
                       device::is_slow_in_fp64(facts) && settings.problem.precision == Precision::fp64;
  if (!matters || !model.workload->takes(Precision::fp32)) return;
  row(ui, "");
  const std::string words = fmt::format("fp64 at 1/{} rate: use fp32", facts.fp32_per_fp64);
  if (wide_button(words.c_str())) model.edit()->problem.precision = Precision::fp32;
  help(ui,
       fmt::format("This GPU computes {} operations in fp32 in the time of one in fp64. fp32 has 24 significant bits, "
                   "about seven digits: enough for pictures that are not zoomed in far.",
                   facts.fp32_per_fp64));
}

/// Draws the heading under which the settings of a GPU are folded where the chosen machine has none. True while it is
/// open.
bool fold(const Ui& ui, const Execution& execution) {
  const bool open =
      subsection(ui, execution.machine.empty() ? "GPU settings (no GPU here)" : "GPU settings (no GPU there)");
  help(ui, shown_devices(execution).first().why_not +
               ". This heading opens the settings of a GPU: variants, how rows are shared with the CPU, memory, "
               "blocks and their mapping.");
  return open;
}

/// The room for the button that shows a variant's source, in units of the design.
constexpr double source_button = 28;

}  // namespace

void MachineRow::read_kept(Ui& ui) {
  const Failure failed = attempt([&] { kept_ = kept_machines(); });
  if (failed) ui.fail(failed.line);
}

void MachineRow::choices(const Window& window) {
  const Execution now = window.model.settings().execution;
  const auto offer = [&](const std::string& machine, const std::vector<Participant>& elsewhere,
                         std::string_view meaning, std::string_view remark = {}) {
    const bool chosen = now.machine == machine && now.elsewhere == elsewhere;
    if (!choice(window.ui, words_for(machine, elsewhere).append(remark).c_str(), chosen, {}, meaning)) return;
    const Edit edit = window.model.edit();
    edit->execution.machine = machine;
    set_participants_elsewhere(edit->execution, elsewhere);
  };
  offer({}, {}, "The CPU and the GPUs of this machine compute.");
  for (const MachineAddress& each : kept_) offer(each.name, {}, meaning_of(each));
  for (const MachineAddress& each : kept_) {
    for (const Participant& one : processors_of(each.name)) {
      const bool doubtful = one.processor == Processor::gpu && !is_known_machine(each.name);
      offer({}, {one},
            "This machine's processors and the chosen one compute rows of the same frame; \"Sharing\" sets how many "
            "rows each gets.",
            doubtful ? " (not known yet)" : "");
    }
  }
}

void MachineRow::build(const Window& window) {
  Ui& ui = window.ui;
  const Execution& execution = window.model.settings().execution;
  row(ui, "Machine");
  bool adds = false;
  if (begin_combo(ui, "##machine", words_for(execution.machine, execution.elsewhere))) {
    if (ImGui::IsWindowAppearing()) read_kept(ui);
    choices(window);
    ImGui::Separator();
    adds = choice(ui, "Add a machine…", false, {}, "Adds a machine that ssh or another command reaches.");
    ImGui::EndCombo();
  } else {
    help(ui,
         "The machine whose processors compute, or this machine and one processor of another, which share the rows. "
         "Results have the same bits wherever they are computed.");
  }
  if (adds) {
    name_ = via_ = {};
    ImGui::OpenPopup(form_name);
  }
  form(window);
}

void MachineRow::form(const Window& window) {
  Ui& ui = window.ui;
  if (!ImGui::BeginPopup(form_name)) return;
  constexpr double width = 340;
  ImGui::SetNextItemWidth(ui.units(width));
  ImGui::InputTextWithHint("##machine name", "Name, as ssh knows it", name_.data(), name_.size());
  help(ui, "Keys, jump hosts and ports are set up in ssh. A machine that asks for a password cannot be used.");
  ImGui::SetNextItemWidth(ui.units(width));
  ImGui::InputTextWithHint("##machine command", "Command instead of ssh (may stay empty)", via_.data(), via_.size());
  help(
      ui,
      "It must start `heteroscope worker` there and pass on its standard input and output, for example: docker exec -i "
      "box heteroscope worker");
  const bool possible = name_.front() != '\0';
  ImGui::BeginDisabled(!possible);
  if (ImGui::Button("Add")) add(window);
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (ImGui::Button("Cancel")) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

/// What cannot be added stays in the form.
void MachineRow::add(const Window& window) {
  const MachineAddress machine{.name = name_.data(), .via = via_.data()};
  const Failure failed = attempt([&] { keep_machine(machine); });
  if (failed) return window.ui.fail(failed.line);
  const Edit edit = window.model.edit();
  edit->execution.machine = machine.name;
  set_participants_elsewhere(edit->execution, {});
  ImGui::CloseCurrentPopup();
}

/// Draws the row of a setting, with the button that shows the chosen variant's source, and below it the rows that
/// belong with it but are no setting.
void ExecutionFeature::execution_row(const Window& window, const SettingRow& setting) {
  Ui& ui = window.ui;
  const Stage* const stage = stage_of(setting, *window.model.workload);
  const float apart = ui.units(6);
  const float width = ui.units(source_button);
  setting_row(ui, window.model, setting, {.beside = stage == nullptr ? 0 : width + apart});
  if (stage != nullptr) {
    ImGui::SameLine(0, apart);
    if (ImGui::Button(fmt::format("{{}}##{}", setting.id).c_str(), {width, 0}))
      source_.show(ui, stage->id, setting.shown);
    help(ui, "Shows the source of this variant.", action::toggle_source);
  }
  if (setting.id == "processor") gpus_row(ui, window.model);
  if (setting.id == "precision") slow_fp64_row(ui, window.model);
  if (setting.id == "split") sharing_row(window);
}

void ExecutionFeature::panel(const Window& window) {
  if (!section(window.ui, "Execution")) return;
  std::vector<SettingRow> rows = rows_of_execution(window.model);
  machine_.build(window);
  const bool gpu = shown_devices(window.model.settings().execution).first().available;
  const auto folded = std::stable_partition(rows.begin(), rows.end(), [&](const SettingRow& each) {
    return gpu ? each.id == "processor" || each.id == "split" : each.read_by != ReadBy::gpu;
  });
  const auto first_folded = gpu ? rows.end() : folded;
  for (auto each = rows.begin(); each != first_folded; ++each) execution_row(window, *each);
  tuned_row(window.ui, window.model, tune_.winners());
  const bool unfolded = first_folded != rows.end() && fold(window.ui, window.model.settings().execution);
  for (auto each = first_folded; unfolded && each != rows.end(); ++each) execution_row(window, *each);
  share_times(window);
}

Activity ExecutionFeature::activity(const Window& window) const {
  constexpr double again_s = 1;  // the seconds until it is asked again are counted down
  const bool waits = window.view.waits_for_machine() && !window.view.canceled;
  return {.due_s = waits ? std::optional(window.ui.now_s + again_s) : std::nullopt};
}

void ExecutionFeature::offer(const Window& window, std::vector<Offer>& to) {
  for (const SettingRow& each : rows_of_execution(window.model)) offer_row(window.model, each, "Execution", to);
}

}  // namespace heteroscope
