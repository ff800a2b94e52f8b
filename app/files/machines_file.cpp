#include "app/files/machines_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "app/files/own_folder.hpp"
#include "app/files/state_file.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {
namespace {

constexpr StateKind machines_kind{.key = "heteroscope_machines", .refusal = "not a list of machines", .levels = 4};
constexpr std::size_t most_machines = 1000;
constexpr std::size_t longest_command = 4096;

std::vector<MachineAddress> machines_in(const std::string& text, const std::string& name) {
  std::vector<MachineAddress> out;
  StateText(machines_kind, text, name).for_each("machines", most_machines, [&](const Section& section) {
    MachineAddress next{.name = section.text("name").value_or(""),
                        .via = section.text("via", longest_command).value_or("")};
    if (const std::string wrong = wrong_machine_name(next.name); !wrong.empty())
      throw BadInput(Wrong::value, name, fmt::format("{}: {}", name, wrong));
    out.push_back(std::move(next));
  });
  return out;
}

std::string machines_text(const std::vector<MachineAddress>& machines) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const MachineAddress& each : machines) {
    nlohmann::ordered_json one{{"name", each.name}};
    if (!each.via.empty()) one["via"] = each.via;
    list.push_back(std::move(one));
  }
  return state_text(machines_kind, {{"machines", std::move(list)}});
}

/// Reads the list, lets `change` work on it and writes it; no other instance of the program does meanwhile.
void change_machines(const std::function<void(std::vector<MachineAddress>&)>& change) {
  const std::filesystem::path path = machines_path();
  if (path.empty()) throw BadInput("machines: there is no folder to keep them in: set HOME or XDG_CONFIG_HOME");
  write_own_file(path, [&] {
    std::vector<MachineAddress> machines = kept_machines();
    change(machines);
    return machines_text(machines);
  });
}

auto place_of(std::vector<MachineAddress>& machines, const std::string& name) {
  return std::ranges::find(machines, name, &MachineAddress::name);
}

}  // namespace

std::filesystem::path machines_path() {
  return own_file("machines.json");
}

std::vector<MachineAddress> kept_machines() {
  const std::filesystem::path path = machines_path();
  const std::optional<std::string> text = read_state(machines_kind, path);
  return text ? machines_in(*text, path.string()) : std::vector<MachineAddress>();
}

void keep_machine(const MachineAddress& machine) {
  if (const std::string wrong = wrong_machine_name(machine.name); !wrong.empty())
    throw BadInput(Wrong::value, "machine", "machines: " + wrong);
  if (machine.via.size() > longest_command) {
    throw BadInput(Wrong::value, "--via",
                   fmt::format("--via: the command is too long; at most {} bytes are possible", longest_command));
  }
  change_machines([&](std::vector<MachineAddress>& machines) {
    const auto at = place_of(machines, machine.name);
    if (at != machines.end()) {
      *at = machine;
    } else if (machines.size() == most_machines) {
      throw BadInput(fmt::format(
          "machines: {} are in the list, which is the most possible; `heteroscope machines remove` removes one",
          most_machines));
    } else {
      machines.push_back(machine);
    }
  });
}

void forget_machine(const std::string& name) {
  static_cast<void>(find_machine(name));
  change_machines([&](std::vector<MachineAddress>& machines) {
    if (const auto at = place_of(machines, name); at != machines.end()) machines.erase(at);
  });
}

MachineAddress find_machine(const std::string& name) {
  std::vector<MachineAddress> machines = kept_machines();
  if (const auto at = place_of(machines, name); at != machines.end()) return *at;
  const std::string known = list_ids(machines, [](const MachineAddress& each) { return each.name; });
  throw BadInput(Wrong::unknown, "machine",
                 fmt::format("there is no machine {} (known: {}); `heteroscope machines add {}` adds it", quote(name),
                             known.empty() ? "none" : known, excerpt(name)));
}

}  // namespace heteroscope
