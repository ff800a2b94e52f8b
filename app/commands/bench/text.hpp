#pragma once

#include <optional>
#include <string>

#include "core/model/types.hpp"

namespace heteroscope {

/// "16x8"; empty for a variant's own shape.
std::string block_text(BlockShape block);
/// "12.3 %" of a share; empty for none.
std::string percent(const std::optional<double>& share);
/// A factor in three digits; empty for none.
std::string times(const std::optional<double>& factor);

}  // namespace heteroscope
