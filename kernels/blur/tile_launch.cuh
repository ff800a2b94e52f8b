#pragma once

#include "kernels/blur/launch.cuh"
#include "kernels/blur/tile_slab.hpp"

namespace heteroscope::blur {

template <class T>
TileSlab tile_slab(const MapJob& job) {
  return tile_slab(job.block, job.parameters_as<Parameters>().radius, sizeof(T));
}

inline constexpr Knobs tile_knobs{.precisions = both_precisions,
                                  .memory_kinds = all_memory_kinds,
                                  .blocks = BlockRule::any,
                                  .default_block = {32, 16},
                                  .mappings = mapping_2d};

}  // namespace heteroscope::blur
