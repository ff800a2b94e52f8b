#pragma once

#include "core/link/machine_link.hpp"

namespace heteroscope {

/// Copies this program to the machine, into .local/share/heteroscope of the home folder there, with a link in
/// .local/bin; what was there is exchanged once the copy is whole. Asks first, unless `agreed`. Throws BadInput where
/// nobody agrees, the machine is not reached by ssh, or copying fails.
void install_on(const MachineAddress& machine, bool agreed);

}  // namespace heteroscope
