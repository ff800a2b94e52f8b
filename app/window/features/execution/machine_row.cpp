#include "app/window/features/execution/machine_row.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "app/files/machines_file.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/failure.hpp"
#include "core/link/machines.hpp"

namespace heteroscope {
namespace {

constexpr const char* form_name = "Add a machine##form";
constexpr const char* here = "This machine";

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
  const std::string now = window.model.settings().execution.machine;
  const auto choose = [&](const std::string& machine) { window.model.edit()->execution.machine = machine; };
  if (choice(window.ui, here, now.empty(), {}, "Its own CPU and GPUs compute.")) choose({});
  for (const MachineAddress& each : kept_) {
    if (choice(window.ui, each.name.c_str(), each.name == now, {}, meaning_of(each))) choose(each.name);
  }
}

void MachineRow::build(const Window& window) {
  Ui& ui = window.ui;
  const std::string& machine = window.model.settings().execution.machine;
  row(ui, "Machine");
  bool adds = false;
  if (begin_combo(ui, "##machine", machine.empty() ? here : machine)) {
    if (ImGui::IsWindowAppearing()) read_kept(ui);
    choices(window);
    ImGui::Separator();
    adds = choice(ui, "Add a machine…", false, {}, "A machine that ssh, or any command, reaches.");
    ImGui::EndCombo();
  } else {
    help(ui, "The machine whose processors compute. Results have the same bits wherever they are computed.");
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
  help(ui, "Keys, jumps and ports are ssh's. A machine that asks for a password cannot be used.");
  ImGui::SetNextItemWidth(ui.units(width));
  ImGui::InputTextWithHint("##machine command", "Command instead of ssh (may stay empty)", via_.data(), via_.size());
  help(ui,
       "It starts `heteroscope worker` there and carries its input and output: docker exec -i box heteroscope worker");
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
  window.model.edit()->execution.machine = machine.name;
  ImGui::CloseCurrentPopup();
}

}  // namespace heteroscope
