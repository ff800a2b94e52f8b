#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "core/base/ceil_div.hpp"
#include "core/io/png/png.hpp"
#include "core/model/block_mapping.hpp"
#include "core/types/field_view.hpp"
#include "core/types/types.hpp"
#include "core/types/warp.hpp"

namespace heteroscope {

/// The warps of a result whose cells are computed by a thread each: blocks lie side by side over it, and their threads
/// are counted along x first.
struct Warps {
  static constexpr int lanes = lanes_of_a_warp;

  Size field;
  BlockShape block;  ///< with threads

  [[nodiscard]] int a_block() const { return warps_of(block.threads()); }
  [[nodiscard]] int columns() const { return ceil_div(field.width, block.x); }            ///< of blocks
  [[nodiscard]] int rows() const { return ceil_div(field.height, block.y) * a_block(); }  ///< of warps
  [[nodiscard]] std::int64_t count() const { return std::int64_t{columns()} * rows(); }
  /// The cells of a warp, which is counted through blocks of a row first: rectangles that may reach beyond the field.
  [[nodiscard]] std::vector<Patch> cells(std::int64_t warp) const;
};

/// How even the work of warps' lanes is: a warp is done when its slowest lane is.
struct Evenness {
  /// The evenness of one warp.
  struct Warp {
    float mean = 0;  ///< work of its 32 lanes; those without a cell have none
    float most = 0;
    [[nodiscard]] double share() const { return most > 0 ? static_cast<double>(mean / most) : 1; }
  };
  Warps of;
  Domain domain = Domain::whole;  ///< of the field
  std::vector<Warp> warps;
  double whole = 1;  ///< the work of all, over what it would be were all lanes like the slowest of their warps
};

/// `values`: on the host; cells outside of its domain have no work. Parallel.
Evenness evenness_of(const FieldView& values, BlockShape block, const std::function<double(double)>& work,
                     const std::stop_token& stop = {});

/// From uneven to even.
std::uint32_t evenness_color(double share);
/// Each cell in the color of its warp's evenness.
Picture evenness_picture(const Evenness& evenness);

}  // namespace heteroscope
