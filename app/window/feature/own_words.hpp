#pragma once

#include <string>

#include "core/model/variant.hpp"

namespace heteroscope {

/// "Yours, from /home/anna/my_heat.cu: one thread a node"; of a variant of the program's own, its summary.
std::string words_of(const Variant& variant);

}  // namespace heteroscope
