#pragma once

#include "core/types/types.hpp"

namespace heteroscope {

enum class ThemeKind { dark, light };
template <>
inline constexpr std::array<IdTable<ThemeKind>, 2> ids<ThemeKind>{
    {{ThemeKind::dark, "dark"}, {ThemeKind::light, "light"}}};

}  // namespace heteroscope
