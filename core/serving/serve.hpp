#pragma once

#include "core/link/message_channel.hpp"
#include "core/model/workload.hpp"
#include "core/own/own_variants.hpp"

namespace heteroscope {

/// Executes the plans that come through the channel, one after the other, until its other end goes: the main function
/// of a worker (core/link/message_kind.hpp). Then the process ends at once, whatever it is computing; so it does, with
/// a line on standard error, once a message has come that is none.
[[noreturn]] void serve(const MessageChannel& channel, Catalog catalog, OwnVariants& own);

}  // namespace heteroscope
