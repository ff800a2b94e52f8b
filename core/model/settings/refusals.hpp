#pragma once

#include <string>
#include <string_view>

#include "core/model/settings/settings.hpp"

/// Reasons why a choice cannot be had on a device: plan() refuses such settings, and panels gray the choice out.
namespace heteroscope {

namespace device {
struct Facts;
}

/// Returns why the variant cannot run with these settings on this device; empty if it can.
std::string refusal_of(std::string_view id, const Variant& variant, const Settings& settings,
                       const device::Facts& facts);

/// Returns why this machine cannot compute with that value of a tunable; empty if it can.
std::string refusal_of(const Tunable& tunable, int value);

/// Returns why `memory` cannot be used on this device; empty if it can. `alone` says that this GPU computes alone.
std::string refusal_of(MemoryKind memory, const device::Facts& facts, bool alone);

/// Returns why the workload has no such values: "precision: blur does not take int32 (fp32 or fp64)"; empty if it has.
std::string refusal_of(Precision precision, const Workload& workload);

/// Returns why a frame of the workload cannot be shared in that way; empty if it can. `cpu` says that it takes part.
std::string refusal_of_sharing(Sharing sharing, const Workload& workload, bool cpu);

/// Returns whether a variant's id is that of a person's file: the file's name with its ending.
bool names_own_file(std::string_view variant);

/// What is to be done about an unknown variant that is the name of a person's file, which is not open; empty for
/// another id.
std::string refusal_of_file(std::string_view variant);

}  // namespace heteroscope
