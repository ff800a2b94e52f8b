#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "core/link/machine_link.hpp"

/// The machines elsewhere whose processors can be chosen, for the whole process: what is known of each, and
/// conversations with them that nobody has at the moment.
namespace heteroscope {

/// Returns how the machine of that name is reached. Throws BadInput where it is none that can be.
using FindMachine = std::function<MachineAddress(const std::string& name)>;
/// Says once, ahead of all else, how machines are found. Without it there are none.
void set_machine_finder(FindMachine find);

/// Returns what is known of the machine, which is greeted where it is not yet. The reference stays valid. Throws
/// Unreachable where it cannot be reached, and BadInput where there is none of that name.
const MachineFacts& machine_facts(const std::string& name);
/// Returns whether the machine has been greeted, so that machine_facts() does not wait.
bool is_known_machine(const std::string& name);

/// From now on machine_facts() does not wait on this thread, a window's: for a machine that has not been greeted it
/// throws Unreachable, with how far that is. Another thread greets it meanwhile, and once more after a pause where it
/// has failed (pause_after()); announce_completion() says that it has come to its end.
void never_wait_for_machines();

/// Returns a conversation with the machine, which has begun; null where a stop was requested first: then it goes on
/// beginning, for whoever takes the next. Throws as machine_facts() does, and Unreachable for a machine that greets and
/// is gone at once.
std::unique_ptr<MachineLink> take_link(const std::string& name, const std::stop_token& stop = {});
/// Gives one back, in which nothing is under way, to whoever takes the next.
void give_back(std::unique_ptr<MachineLink> link);

}  // namespace heteroscope
