#include "app/surroundings/drawing_card.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace heteroscope {

std::string DrawingCard::name() const {
  std::string_view out = renderer;
  if (out.starts_with("Mesa ")) out.remove_prefix(5);
  if (out.starts_with("DRI ")) out.remove_prefix(4);
  out = out.substr(0, out.find(" ("));
  out = out.substr(0, out.find("/PCIe"));
  return out.empty() ? "an unknown card" : std::string(out);
}

bool DrawingCard::is_software() const {
  // Mesa's three, and what WSL and Windows draw with where they have no card
  static constexpr std::array<std::string_view, 5> known{"llvmpipe", "softpipe", "Software Rasterizer", "SWR",
                                                         "Microsoft Basic Render"};
  return std::ranges::any_of(known, [&](std::string_view each) { return renderer.find(each) != std::string::npos; });
}

}  // namespace heteroscope
