#pragma once

#include <stop_token>
#include <string>

#include "app/window/feature/latest_task.hpp"
#include "app/window/model/scope/scope_show.hpp"
#include "core/device/device.hpp"

namespace heteroscope {

/// The settings without what the times do not depend on, or hardly: look, time, which variant is chosen.
Settings measured_settings(const Settings& settings, const Workload& workload);

/// Measures them in turns, and hands out what there is before and after. A result that would take more than a quarter
/// of the GPU's `free_bytes` is not made beside the window's own.
void measure_covers(const Settings& settings, Catalog catalog, device::Devices devices, std::size_t free_bytes,
                    const std::stop_token& stop,
                    const std::function<void(std::shared_ptr<const MappingMeasured>)>& publish);

using MappingMeasuredTask = LatestTask<Settings, MappingMeasured>;

}  // namespace heteroscope
