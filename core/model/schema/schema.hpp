#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/model/schema/setting.hpp"

namespace heteroscope {

/// The settings of a part, in the order in which options stand in the help and on command lines, and are taken.
std::span<const Setting* const> problem_schema();
std::span<const Setting* const> execution_schema();
std::span<const Setting* const> look_schema();
/// Returns the settings of all parts, in that order.
std::vector<const Setting*> whole_schema();

/// Copies how memory and threads are used, which any variant of any workload can be computed with.
void carry_over(const Execution& from, Execution& to);

/// Returns the setting of that id. Throws std::logic_error if there is none.
const Setting& find_setting(std::string_view id);

}  // namespace heteroscope
