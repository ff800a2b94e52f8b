#pragma once

#include <span>
#include <string>

#include "app/commands/list/devices.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

template <>
inline constexpr std::array<IdTable<BlockRule>, 3> ids<BlockRule>{
    {{BlockRule::none, "none"}, {BlockRule::one_dimensional, "one_dimensional"}, {BlockRule::any, "any"}}};
template <>
inline constexpr std::array<IdTable<ParameterKind>, 5> ids<ParameterKind>{{{ParameterKind::real, "real"},
                                                                           {ParameterKind::integer, "integer"},
                                                                           {ParameterKind::boolean, "boolean"},
                                                                           {ParameterKind::choice, "choice"},
                                                                           {ParameterKind::decimal, "decimal"}}};

/// Why the variant cannot run on this device at all; empty if it can.
std::string unavailable_reason(const Variant& variant, const device::Facts& facts);

/// Everything that there is to choose from, as JSON text; variants and kinds of memory as they are on listed_gpu().
std::string list_json(device::Devices gpus, std::span<const ListedLink> links);

}  // namespace heteroscope
