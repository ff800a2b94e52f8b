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

/// The same problem seen a little beside: the view moved and of another size, an earlier time, a smaller grid. Equal to
/// `settings` where nothing of that kind can be changed.
Settings seen_beside(const Settings& settings, const Workload& workload);

/// What cannot be in a frame's trace: an end before its start, a multiprocessor that there is not, cells that no piece
/// has or that several have; empty if all can.
std::string wrong_trace(const Frame& frame);

}  // namespace heteroscope
