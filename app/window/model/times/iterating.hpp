#pragma once

#include <optional>
#include <string>

#include "core/model/settings/settings.hpp"

/// What the window asks about settings, most of it about those of workloads that go on step by step.
namespace heteroscope {

/// The parameter that sets the size of the result; null where none does, or where values are out of range.
const Parameter* side_of(const Settings& settings, const Workload& workload);
/// Whether a frame of these settings reads the source.
bool reads_source(const Settings& settings, const Workload& workload);
/// The result can be painted on.
bool can_be_painted(const Workload& workload);
/// Why the source is not read: "Read only where Start is image." Empty if it is read.
std::string why_no_source(const Settings& settings, const Workload& workload);
/// Chooses a start that reads the source, where the workload has one and the present start does not.
void start_from_source(Settings& settings, const Workload& workload);

/// The same states follow each other: everything agrees that changes them, but for steps and strokes.
bool same_problem(const Settings& a, const Settings& b, const Workload& workload);
/// `later` is the same problem after at least as many steps, with `earlier`'s strokes and perhaps more.
bool leads_to(const Settings& earlier, const Settings& later, const Workload& workload);
/// The same, computed and shown in the same way: a frame of `earlier` is one on the way to `later`.
bool is_on_the_way(const Settings& earlier, const Settings& later, const Workload& workload);

/// Takes the settings back to before the first step.
void start_over(Settings& settings);
/// The size that a source has where nothing else says so: that of the result, so that it is not distorted.
Size source_size(const Settings& settings, const Workload& workload, Size otherwise);

}  // namespace heteroscope
