#pragma once

#include <array>
#include <cstddef>

#include "core/types/types.hpp"

namespace heteroscope {

class Communicator;

/// How rows of a band's edge reach the rank beside: straight into memory of its GPU, which it has opened to this
/// process; through host memory that both processes have; or in messages, by way of page-locked memory. `automatic`:
/// the first of these that both ranks can, by themselves.
enum class HaloWay { automatic, ipc, shared, pinned };
template <>
inline constexpr std::array<IdTable<HaloWay>, 4> ids<HaloWay>{
    {{HaloWay::automatic, "auto"}, {HaloWay::ipc, "ipc"}, {HaloWay::shared, "shared"}, {HaloWay::pinned, "pinned"}}};

/// Some of the ways: edges may have different ones.
struct HaloWays {
  std::array<bool, ids<HaloWay>.size()> has{};
  void add(HaloWay way) { has[static_cast<std::size_t>(way)] = true; }
  void add(const HaloWays& others) {
    for (std::size_t i = 0; i < has.size(); ++i) has[i] = has[i] || others.has[i];
  }
};

/// Whether a band's inner rows are computed while its neighbors' rows travel, and its edges afterwards. By what was
/// measured: where waiting for them took longer than the edges' rows that are computed twice for it.
enum class Overlap { measured, always, never };
template <>
inline constexpr std::array<IdTable<Overlap>, 3> ids<Overlap>{
    {{Overlap::measured, "auto"}, {Overlap::always, "always"}, {Overlap::never, "never"}}};

/// How many rows each rank's band has: more for a faster one, by what the first steps take, or as many for each.
enum class BandRows { measured, equal };
template <>
inline constexpr std::array<IdTable<BandRows>, 2> ids<BandRows>{
    {{BandRows::measured, "auto"}, {BandRows::equal, "equal"}}};

/// The ranks that an execution shares its plan's steps with, and how.
struct RankUse {
  Communicator* communicator = nullptr;  ///< null: it is alone
  HaloWay halo = HaloWay::automatic;
  Overlap overlap = Overlap::measured;
  BandRows bands = BandRows::measured;  ///< of app/ranks/bands.hpp: an execution takes the plan's
  bool wants_result = true;             ///< each has its band of the result; else nobody has one
};

}  // namespace heteroscope
