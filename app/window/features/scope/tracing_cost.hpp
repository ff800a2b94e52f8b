#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "app/window/feature/latest_task.hpp"
#include "app/window/model/scope/scope_show.hpp"
#include "core/base/waiter.hpp"
#include "core/device/device.hpp"

namespace heteroscope {

/// Returns the settings without those on which the cost does not depend: look, strokes, steps beyond a few.
Settings cost_settings(const Settings& settings);

/// Measures frames with and without a trace in turn, for about 1.5 s. No result is handed out if frames take too long
/// for that, or would take more than a quarter of the GPU's `free_bytes` beside the window's own.
void measure_tracing_cost(const Settings& settings, Catalog catalog, device::Devices devices, std::size_t free_bytes,
                          const Waiter& waiter, const std::function<void(std::shared_ptr<const TracingCost>)>& publish);

using TracingCostTask = LatestTask<Settings, TracingCost>;

}  // namespace heteroscope
