#pragma once

#include <optional>
#include <string>

#include "core/model/settings/settings.hpp"

/// Questions about settings, mostly of workloads that go on step by step.
namespace heteroscope {

/// Returns the parameter that sets the size of the result; null if none does, or if values are out of range.
const Parameter* side_of(const Settings& settings, const Workload& workload);
/// Returns whether a frame of these settings reads the source.
bool reads_source(const Settings& settings, const Workload& workload);
/// Returns whether the result can be painted on.
bool can_be_painted(const Workload& workload);
/// Returns why the source is not read: "The source is read only where Start is image." Empty if it is read.
std::string why_no_source(const Settings& settings, const Workload& workload);
/// Chooses a start that reads the source, if the workload has one and the present start does not.
void start_from_source(Settings& settings, const Workload& workload);

/// Returns whether both settings go through the same states: they agree in all that changes these, except steps and
/// strokes.
bool same_problem(const Settings& a, const Settings& b, const Workload& workload);
/// Returns whether `later` is the same problem after at least as many steps, with the strokes of `earlier` and perhaps
/// more.
bool leads_to(const Settings& earlier, const Settings& later, const Workload& workload);
/// Returns whether, in addition, both are computed and shown in the same way, so that a frame of `earlier` is one on
/// the way to `later`.
bool is_on_the_way(const Settings& earlier, const Settings& later, const Workload& workload);

/// Takes the settings back to before the first step.
void start_over(Settings& settings);
/// Returns the size of a source that has none of its own: that of the result, so that it is not distorted.
Size source_size(const Settings& settings, const Workload& workload, Size otherwise);

}  // namespace heteroscope
