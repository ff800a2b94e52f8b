#pragma once

#include <stop_token>

#include "core/link/message_channel.hpp"
#include "core/worker/command_request.hpp"

namespace heteroscope {

/// Runs a command of this program to its end, in a folder that goes afterwards, and sends what it prints and writes. A
/// stop is passed on to it as Ctrl-C is. Throws BadInput where the system does not let it begin.
void serve_command(const CommandRequest& request, const MessageChannel& channel, const std::stop_token& stop);

}  // namespace heteroscope
