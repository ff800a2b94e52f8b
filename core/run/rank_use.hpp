#pragma once

#include <array>

#include "core/model/types.hpp"

namespace heteroscope {

class Companions;

/// How rows of a band's edge reach the rank beside: in letters, by way of page-locked memory; or straight into memory
/// of its GPU, which it has opened to this process.
enum class HaloWay { pinned, ipc };
template <>
inline constexpr std::array<IdTable<HaloWay>, 2> ids<HaloWay>{{{HaloWay::pinned, "pinned"}, {HaloWay::ipc, "ipc"}}};

/// Whether a band's inner rows are computed while its neighbors' rows travel, and its edges afterwards. By what was
/// measured: where waiting for them took longer than the edges' rows that are computed twice for it.
enum class Overlap { measured, always, never };
template <>
inline constexpr std::array<IdTable<Overlap>, 3> ids<Overlap>{
    {{Overlap::measured, "auto"}, {Overlap::always, "always"}, {Overlap::never, "never"}}};

/// The ranks that an execution shares its plan's steps with, and how.
struct RankUse {
  Companions* companions = nullptr;  ///< null: it is alone
  HaloWay halo = HaloWay::pinned;
  Overlap overlap = Overlap::measured;
};

}  // namespace heteroscope
