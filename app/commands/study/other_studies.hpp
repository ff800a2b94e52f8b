#pragma once

#include "core/types/types.hpp"

namespace heteroscope {

/// The studies that are no workload's: how a frame's time depends on the share, what mappings launch, and how a
/// poster's time depends on the number of ranks.
enum class OtherStudy { split, mappings, ranks };
template <>
inline constexpr std::array<IdTable<OtherStudy>, 3> ids<OtherStudy>{
    {{OtherStudy::split, "split"}, {OtherStudy::mappings, "mappings"}, {OtherStudy::ranks, "ranks"}}};

}  // namespace heteroscope
