#include "kernels/triangle/block_mappings.hpp"

#include "kernels/triangle/mapped_blocks.hpp"
#include "kernels/triangle/mapping/bb.hpp"
#include "kernels/triangle/mapping/dp.hpp"
#include "kernels/triangle/mapping/fr.hpp"
#include "kernels/triangle/mapping/fr_basic.hpp"
#include "kernels/triangle/mapping/linear.hpp"
#include "kernels/triangle/mapping/ltm.hpp"
#include "kernels/triangle/mapping/rb.hpp"
#include "kernels/triangle/mapping/rec.hpp"

namespace heteroscope::triangle {
namespace {

template <class T>
BlockMapping linear_mapping(const Extent& output, int rows) {
  using L = Linear<T>;
  const Grid grid = L::grid(rows);
  const bool wide = output.size.width % L::vector == 0;
  BlockMapping out{.extent = output,
                   .threads = {L::threads, 1},
                   .cells_a_thread = {wide ? L::vector : 1, L::rows},
                   .grids = {{.columns = grid.columns, .rows = grid.rows}}};
  out.extent.size.height = rows;
  out.patches = [columns = grid.columns](std::size_t, std::int64_t at) {
    const auto strip = L::place(static_cast<int>(at % columns), static_cast<int>(at / columns));
    return BlockPatches{.count = 1, .patch = {{strip.column, strip.row, L::columns, L::rows}}};
  };
  return out;
}

BlockMapping linear(const std::any&, const Extent& output, int rows, BlockShape) {
  return with_precision(output.precision, [&]<class T>() { return linear_mapping<T>(output, rows); });
}

}  // namespace

std::vector<MappedVariant> block_mappings() {
  return {
#define HETEROSCOPE_MAPPING(variant, mapping) {#variant, true, default_block, mapping_of_blocks<mapping>},
#include "kernels/triangle/mappings.inc"
#undef HETEROSCOPE_MAPPING
      {"cuda_linear", false, {Linear<float>::threads, 1}, linear},
  };
}

}  // namespace heteroscope::triangle
