#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/link/machine_link.hpp"

/// The machines elsewhere whose processors can be chosen, for the whole process: what is known of each, and
/// conversations with them that nobody has at the moment.
namespace heteroscope {

/// Returns how the machine of that name is reached. Throws BadInput where it is none that can be.
using FindMachine = std::function<MachineAddress(const std::string& name)>;
/// Says once, ahead of all else, how machines are found. Without it there are none.
void set_machine_finder(FindMachine find);

/// Returns what is known of the machine, which is greeted where it is not yet. The reference stays valid. Throws
/// BadInput where it cannot be reached.
const MachineFacts& machine_facts(const std::string& name);
/// Returns whether the machine has been greeted, so that machine_facts() does not wait.
bool is_known_machine(const std::string& name);

/// From now on machine_facts() does not wait on this thread, a window's: for a machine that has not been greeted it
/// throws BadInput, with how far that is. Another thread greets it meanwhile, and once more some seconds after it has
/// failed; announce_completion() says that it has come to its end.
void never_wait_for_machines();

/// Returns a conversation with the machine, which has begun. Throws BadInput.
std::unique_ptr<MachineLink> take_link(const std::string& name);
/// Gives one back, in which nothing is under way, to whoever takes the next.
void give_back(std::unique_ptr<MachineLink> link);

}  // namespace heteroscope
