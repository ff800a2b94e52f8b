#include "kernels/transpose/patterns.hpp"

#include <algorithm>
#include <cstdint>

#include "kernels/transpose/tile_walk.hpp"
#include "kernels/transpose/tuning.hpp"

namespace heteroscope::transpose {

namespace {

constexpr int warp = 32;
constexpr int blocks = 8;                 // the elements of a sector, in fp32
constexpr std::uint64_t pitch = 1 << 20;  // elements from row to row of either image

/// One instruction of each warp of a block: `element(thread)` is the index of what a thread touches, in units of
/// `bytes`.
template <class Element>
void instruct(std::vector<WarpAccess>& out, Access access, int bytes, int threads, Element element) {
  for (int first = 0; first < threads; first += warp) {
    WarpAccess instruction{.access = access, .bytes = bytes};
    for (int t = first; t < std::min(first + warp, threads); ++t) {
      instruction.addresses.push_back(static_cast<std::uint64_t>(element(t)) * static_cast<std::uint64_t>(bytes));
    }
    out.push_back(std::move(instruction));
  }
}

std::uint64_t element_of(std::uint64_t row, std::uint64_t column) {
  return row * pitch + column;
}

template <class T>
std::vector<WarpAccess> vectorised() {
  using Tile = VectorTile<T, Tuning<T>>;
  constexpr std::uint64_t vector = Tile::vector;
  std::vector<WarpAccess> out;
  for (int k = 0; k < Tile::squares_per_thread; ++k) {
    for (int i = 0; i < Tile::vector; ++i) {
      instruct(out, Access::global_load, 16, Tile::threads, [&](int t) {
        const Cell at = Tile::square(t, k);
        return element_of(at.y + i, at.x) / vector;
      });
      instruct(out, Access::shared, 16, Tile::threads, [&](int t) {
        const Cell at = Tile::square(t, k);
        return Tile::slot({at.x + i, at.y});
      });
    }
  }
  for (int k = 0; k < Tile::vectors_per_thread; ++k) {
    instruct(out, Access::shared, 16, Tile::threads, [&](int t) { return Tile::slot(Tile::written(t, k)); });
    instruct(out, Access::global_store, 16, Tile::threads, [&](int t) {
      const Cell at = Tile::written(t, k);
      return element_of(at.x, at.y) / vector;
    });
  }
  return out;
}

}  // namespace

std::vector<WarpAccess> global_pattern(BlockShape block, Precision precision) {
  const auto bytes = static_cast<int>(bytes_of(precision));
  const BlockTile tile{block.x, block.y};
  std::vector<WarpAccess> out;
  for (int b = 0; b < blocks; ++b) {
    instruct(out, Access::global_load, bytes, tile.threads(), [&](int t) {
      const Cell at = tile.read_by(t);
      return element_of(b * block.y + at.y, b * block.x + at.x);
    });
    instruct(out, Access::global_store, bytes, tile.threads(), [&](int t) {
      const Cell at = tile.read_by(t);
      return element_of(b * block.x + at.x, b * block.y + at.y);
    });
  }
  return out;
}

std::vector<WarpAccess> tile_pattern(BlockShape block, Precision precision, int pad) {
  const auto bytes = static_cast<int>(bytes_of(precision));
  const BlockTile tile{block.x, block.y, pad};
  std::vector<WarpAccess> out;
  for (int b = 0; b < blocks; ++b) {
    instruct(out, Access::global_load, bytes, tile.threads(), [&](int t) {
      const Cell at = tile.read_by(t);
      return element_of(b * block.y + at.y, b * block.x + at.x);
    });
    instruct(out, Access::shared, bytes, tile.threads(), [&](int t) { return tile.slot(tile.read_by(t)); });
    instruct(out, Access::shared, bytes, tile.threads(), [&](int t) { return tile.slot(tile.written_by(t)); });
    instruct(out, Access::global_store, bytes, tile.threads(), [&](int t) {
      const Cell at = tile.written_by(t);
      return element_of(b * block.x + at.x, b * block.y + at.y);
    });
  }
  return out;
}

std::vector<WarpAccess> vectorised_pattern(Precision precision) {
  return with_precision(precision, []<class T>() { return vectorised<T>(); });
}

std::vector<ModelFigure> model_global(BlockShape block, Precision precision) {
  return figures(efficiencies(global_pattern(block, precision)));
}

std::vector<ModelFigure> model_shared(BlockShape block, Precision precision) {
  return figures(efficiencies(tile_pattern(block, precision, 0)));
}

std::vector<ModelFigure> model_shared_padded(BlockShape block, Precision precision) {
  return figures(efficiencies(tile_pattern(block, precision, 1)));
}

std::vector<ModelFigure> model_vectorised(BlockShape, Precision precision) {
  return figures(efficiencies(vectorised_pattern(precision)));
}

}  // namespace heteroscope::transpose
