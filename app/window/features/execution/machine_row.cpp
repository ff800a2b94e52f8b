#include "app/window/features/execution/machine_row.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "app/files/machines_file.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/failure.hpp"
#include "core/link/machines.hpp"
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

}  // namespace heteroscope
