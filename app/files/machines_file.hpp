#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/link/machine_link.hpp"

/// The machines elsewhere that a person has added, which the program keeps from one start to the next.
namespace heteroscope {

/// The file in which they are kept; empty where there is no folder for it.
std::filesystem::path machines_path();

/// Returns them in the order in which they were added. Throws BadInput for a file that cannot be read.
std::vector<MachineAddress> kept_machines();

/// Adds a machine, or exchanges the one of that name. Other instances of the program may add some at the same time.
/// Throws BadInput for a name that cannot be one, and where the file cannot be written.
void keep_machine(const MachineAddress& machine);
/// Throws BadInput where there is none of that name.
void forget_machine(const std::string& name);

/// Returns the machine of that name. Throws BadInput, with the known ones, where there is none.
MachineAddress find_machine(const std::string& name);

}  // namespace heteroscope
