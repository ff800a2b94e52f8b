#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/buffer.hpp"
#include "core/device.hpp"
#include "core/field_view.hpp"
#include "core/split.hpp"

namespace heteroscope {

/// The planes of an iteration's state on both sides: the GPU has the first rows, the host the rest, as in a split. Each
/// side's views are in the state's order, whatever its variants have exchanged.
class StatePlanes {
 public:
  /// `state` planes and `spares` beside them, none of which has memory yet; all rows are the host's.
  StatePlanes(BufferPool& pool, Extent extent, int state, int spares);

  [[nodiscard]] const Extent& extent() const { return extent_; }
  [[nodiscard]] int state() const { return state_; }
  /// Where the host's rows begin.
  [[nodiscard]] int cut() const { return cut_; }

  /// The views, with memory; of the host without page-locked memory where no GPU will copy from it.
  std::span<FieldView> host(bool page_locked);
  std::span<FieldView> gpu(MemoryKind memory);

  /// A plane as it is on a side that has rows.
  [[nodiscard]] const FieldView& host_plane(int i) const { return host_.views[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const FieldView& gpu_plane(int i) const { return gpu_.views[static_cast<std::size_t>(i)]; }

  /// Makes the rows before `cut` the GPU's and the others the host's; waits. Both sides that have rows must have
  /// memory.
  void move_cut(int cut, const device::Stream& stream);
  /// Gives each side the `rows` rows beyond the cut that its neighbor has; waits.
  void exchange(int rows, const device::Stream& stream);
  /// Copies the GPU's part of some rows to the host's memory, or back from there; waits.
  void fetch(Rows rows, const device::Stream& stream);
  void put_back(Rows rows, const device::Stream& stream);
  /// Makes all rows the host's, whatever they hold there, and orders each side's views as they were at first.
  void reset();
  /// Copies the host's rows before the cut to the GPU once more, into its views as they were ordered at first; does not
  /// wait where the host's memory is page-locked.
  void refill_gpu(const device::Stream& stream);
  /// Fills all memory with NaNs; waits. The host must have memory.
  void spoil();

 private:
  struct Side {
    std::vector<std::shared_ptr<Buffer>> buffers;
    std::vector<FieldView> views;
  };
  void fill(Side& side, MemoryKind kind);
  /// Makes the side's views those of its buffers, in their order.
  void order(Side& side) const;
  /// Does not wait.
  void copy(Rows rows, device::Direction direction, const device::Stream& stream);

  BufferPool& pool_;
  Extent extent_;
  int state_;
  int planes_;
  int cut_ = 0;
  Side host_;
  Side gpu_;
};

}  // namespace heteroscope
