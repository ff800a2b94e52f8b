#pragma once

#include "core/model/workload.hpp"
#include "core/own/own_variants.hpp"

namespace heteroscope {

/// Executes the plans that come through the socket, one after the other, until its other end goes: the main function of
/// a worker (core/worker/messages.hpp). Then the process ends at once, whatever it is computing.
void serve(int socket, Catalog catalog, OwnVariants& own);

}  // namespace heteroscope
