#pragma once

#include <string>
#include <vector>

#include "app/window/feature/latest_task.hpp"
#include "app/window/feature/variant_meter.hpp"
#include "app/window/model/scope/scope_show.hpp"
#include "core/base/waiter.hpp"
#include "core/device/device.hpp"

namespace heteroscope {

/// Returns the settings without those on which the times hardly depend: look, time, the chosen variant.
Settings measured_settings(const Settings& settings, const Workload& workload);

/// Measures these cases of the variants of these names in turns, and adds their times, or why there are none. The
/// waiter is told what is measured and how far it is; once it asks for the end, nothing is added.
void measure_in_turns(const std::vector<PlannedCase>& cases, const std::vector<std::string>& names,
                      const Waiter& waiter, MappingMeasured& to);

/// Measures all variants with a block mapping in turns, and hands out the list before and after. A variant whose result
/// would take more than a quarter of the GPU's `free_bytes` is left out.
void measure_mappings(const Settings& settings, Catalog catalog, device::Devices devices, std::size_t free_bytes,
                      const Waiter& waiter, const std::function<void(std::shared_ptr<const MappingMeasured>)>& publish);

using MappingMeasuredTask = LatestTask<Settings, MappingMeasured>;

}  // namespace heteroscope
