#pragma once

#include "core/model/types.hpp"

namespace heteroscope {

/// What a piece's color tells.
enum class CoverColor { block, launch, start, processor };
template <>
inline constexpr std::array<IdTable<CoverColor>, 4> ids<CoverColor>{{{CoverColor::block, "block"},
                                                                     {CoverColor::launch, "launch"},
                                                                     {CoverColor::start, "start"},
                                                                     {CoverColor::processor, "processor"}}};

/// It is known only of what has run.
constexpr bool is_observed(CoverColor color) {
  return color == CoverColor::start || color == CoverColor::processor;
}

}  // namespace heteroscope
