#include "core/run/ranks/halo.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

#include "core/base/error.hpp"
#include "core/run/ranks/halo_ways.hpp"
#include "core/world/open_together.hpp"

namespace heteroscope {

namespace {

/// In the order in which `automatic` tries them.
struct NamedWay {
  HaloWay way;
  std::unique_ptr<Halo> (*make)(const HaloEnds&);
};
constexpr std::array<NamedWay, 3> ways{
    {{HaloWay::ipc, make_ipc_halo}, {HaloWay::shared, make_shared_halo}, {HaloWay::pinned, make_pinned_halo}}};

}  // namespace

OpenHalo open_halo(HaloWay way, const HaloEnds& ends) {
  std::string why_not;
  for (const NamedWay& each : ways) {
    if (way != HaloWay::automatic && way != each.way) continue;
    std::unique_ptr<Halo> halo;
    why_not = open_together(
        ends.communicator, ends.other,
        [&] {
          halo = each.make(ends);
          return halo->invite();
        },
        [&](std::span<const std::byte> theirs) { halo->accept(theirs); });
    if (why_not.empty()) return {each.way, std::move(halo)};
  }
  throw BadInput(fmt::format("--halo {}: {}", id_of(way), why_not));
}

}  // namespace heteroscope
