#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "app/window/feature/latest_task.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

struct State;

/// By how much longer than without a trace frames of these settings take to compute.
struct TracingCost {
  Settings settings;            ///< as cost_settings() makes them
  std::optional<double> share;  ///< of the lane of whose time it takes most; none: it is within the noise of each
};

/// The settings without what this does not depend on: look, strokes, steps beyond a few.
Settings cost_settings(const Settings& settings);

/// Measures it by turns, in a second and a half; nothing is handed out where frames take too long for that, or would
/// take more than a quarter of the GPU's `free_bytes` beside the window's own.
void measure_tracing_cost(const Settings& settings, Catalog catalog, device::Devices devices, std::size_t free_bytes,
                          const std::atomic<bool>& stop,
                          const std::function<void(std::shared_ptr<const TracingCost>)>& publish);

using TracingCostTask = LatestTask<Settings, TracingCost>;

/// Once a frame of the window: has it measured where a frame is shown as it was computed, while nothing else is.
void follow_tracing_cost(State& state);

}  // namespace heteroscope
