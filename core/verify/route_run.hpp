#pragma once

#include <stop_token>
#include <string>

#include "core/run/execute.hpp"
#include "core/verify/route.hpp"

namespace heteroscope {

/// The plan's frame, by the route. Throws BadInput and DeviceError as `execute()` does, and GivenUp where `give_up` is
/// set on the plain route, on which it may be none.
Frame run_route(Executor& executor, const Plan& plan, const Route& route, Catalog catalog, device::Devices devices,
                const std::stop_token& give_up = {});

/// The problem changed a little: the view moved and of another size, an earlier time, a smaller grid. It equals
/// `settings` if nothing of that kind can be changed.
Settings seen_beside(const Settings& settings, const Workload& workload);

/// An impossible thing in a frame's trace: an end before its start, a multiprocessor that does not exist, cells that no
/// span or several spans have; empty if there is none.
std::string wrong_trace(const Frame& frame);

}  // namespace heteroscope
