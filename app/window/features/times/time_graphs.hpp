#pragma once

#include "app/window/features/variants/variants_feature.hpp"

namespace heteroscope {

/// The graphs of the last frames' times, side by side.
/// Where no GPU is, `variants` has its bars there.
void time_graphs(const Window& window, VariantsFeature& variants);

}  // namespace heteroscope
