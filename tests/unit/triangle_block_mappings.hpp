#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/triangle/mapped_blocks.hpp"
#include "kernels/triangle/workload.hpp"

/// BlockMappings of the triangle, and whether they are right.
namespace heteroscope::triangle {

inline Extent matrix(int n, Precision precision = Precision::fp32) {
  return {{n, n}, precision, Domain::lower_triangle};
}

inline Parameters recursion(int cutoff, int max_depth) {
  Parameters p;
  p.cutoff = cutoff;
  p.max_depth = max_depth;
  return p;
}

inline const MappedVariant& mapped(std::string_view variant) {
  const MappedVariant* found = workload.find_mapping(variant);
  if (found == nullptr) throw BadInput("no block mapping: " + std::string(variant));
  return *found;
}

/// Of a square matrix with that many rows.
inline BlockMapping mapping_by(std::string_view variant, int n, BlockShape block = default_block,
                               const Parameters& p = {}) {
  return mapped(variant).make(p, matrix(n), n, block);
}

inline std::vector<std::string_view> mapped_variants() {
  return {
#define HETEROSCOPE_MAPPING(variant, mapping) #variant,
#include "kernels/triangle/mappings.inc"
#undef HETEROSCOPE_MAPPING
  };
}

/// Says what is wrong where patches of `size` cells, in rows and columns of such, are not each computed once, or are
/// computed though they hold nothing of the triangle. All patches must be of that raster.
inline std::string wrong_raster(const BlockMapping& mapping, Size size) {
  const int rows = mapping.extent.size.height;
  const int down = (rows + size.height - 1) / size.height;
  const int across = (rows + size.width - 1) / size.width;
  std::vector<int> times(static_cast<std::size_t>(down) * static_cast<std::size_t>(across));
  for (std::size_t g = 0; g < mapping.grids.size(); ++g) {
    for (std::int64_t b = 0; b < mapping.grids[g].blocks(); ++b) {
      const BlockPatches block = mapping.patches(g, b);
      for (int i = 0; i < block.count; ++i) {
        const Patch& p = block.patch[i];
        if (p.width != size.width || p.height != size.height || p.x < 0 || p.y < 0 || p.x % p.width != 0 ||
            p.y % p.height != 0)
          return "a patch is out of place";
        if (p.y >= rows) continue;  // a strip below the matrix
        if (p.x > p.y + p.height - 1) return "a patch is above the diagonal";
        ++times[static_cast<std::size_t>(p.y / p.height * across + p.x / p.width)];
      }
    }
  }
  for (int r = 0; r < down; ++r) {
    for (int c = 0; c < across; ++c) {
      const bool wanted = c * size.width <= std::min((r + 1) * size.height, rows) - 1;
      const int found = times[static_cast<std::size_t>(r * across + c)];
      if (found != (wanted ? 1 : 0)) {
        return "patch " + std::to_string(r) + ", " + std::to_string(c) + ": " + std::to_string(found) + " times";
      }
    }
  }
  return {};
}

}  // namespace heteroscope::triangle
