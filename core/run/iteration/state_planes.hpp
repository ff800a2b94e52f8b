#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/device/device.hpp"
#include "core/memory/buffer.hpp"
#include "core/plan/partition.hpp"
#include "core/run/other_values.hpp"
#include "core/types/field_view.hpp"
#include "core/types/participant.hpp"

namespace heteroscope {

/// The planes of an iteration's state on every participant that has computed it: each holds a band of the rows, and
/// place for all that this process has anything to do with. A participant's views are in the state's order, whatever
/// its variants have exchanged, and of the whole planes' size: rows have the whole's numbers.
class StatePlanes {
 public:
  /// A participant's rows.
  struct Band {
    Participant participant;
    Rows rows;
    bool operator==(const Band&) const = default;
  };

  /// `state` planes and `spares` beside them, none of which has memory yet, which is to be for the rows `held` alone;
  /// these are the host's. `spoil`: memory is full of NaNs when it is taken.
  StatePlanes(BufferPool& pool, Extent extent, Rows held, int state, int spares, bool spoil = false);

  [[nodiscard]] const Extent& extent() const { return extent_; }
  [[nodiscard]] Rows held() const { return held_; }
  [[nodiscard]] int state() const { return state_; }
  /// Who has which rows, from the first row on.
  [[nodiscard]] const std::vector<Band>& bands() const { return bands_; }

  /// The views, with memory; of the host without page-locked memory where no GPU will copy from it.
  std::span<FieldView> host(bool page_locked);
  std::span<FieldView> gpu(int device, MemoryKind memory);
  /// A plane as it is on a participant that has memory.
  [[nodiscard]] const FieldView& plane(const Participant& participant, int i) const;

  /// Gives each participant its part of the rows; waits. Only what changes its place is copied. Participants that get
  /// rows must have memory.
  void share_out(std::span<const Participant> participants, const Parts& parts);
  /// Gives each participant that has rows the `rows` rows beyond them on both sides; waits.
  void exchange(int rows);
  /// Copies what GPUs have of some rows to the host's memory, or back from there; waits. The host must have memory.
  void fetch(Rows rows);
  void put_back(Rows rows);
  /// Copies the rows of a plane to one place for all of them, as the GPU in use or the host sees it; waits.
  void gather(int plane, void* to, bool on_device);
  /// Fills the spare planes of all participants with NaNs; waits.
  void spoil_spares();
  /// Makes a few of their values NaN, and a few others large: what computes nothing does not leave a right result of
  /// before.
  void spoil_some_of_spares();
  /// Makes some values of the state on the host others. The host must have memory.
  void change_state(OtherValues others);
  /// Makes all rows that are held the host's, whatever they hold there, and orders each participant's views as they
  /// were at first.
  void reset();
  /// Copies the rows of a GPU that has them all from the host once more, into its views as they were ordered at first;
  /// does not wait where the host's memory is page-locked.
  void refill(const device::Stream& stream);

 private:
  struct Side {
    Participant participant;
    std::vector<std::shared_ptr<Buffer>> buffers;
    std::vector<FieldView> views;
    std::optional<device::Stream> stream;  ///< of a GPU
  };
  template <class Visit>
  void for_each_spare(Visit visit);
  Side& side(const Participant& participant);
  [[nodiscard]] const Side& known(const Participant& participant) const;
  void fill(Side& side, MemoryKind kind);
  /// Makes the side's views those of its buffers, in their order.
  void order(Side& side) const;
  /// Copies the state's rows from one side to another; does not wait.
  void copy(const Side& from, const Side& to, Rows rows) const;
  void wait() const;
  [[nodiscard]] bool host_has_rows() const;
  [[nodiscard]] Rows with_memory() const;

  BufferPool& pool_;
  Extent extent_;
  Rows held_;
  int state_;
  int planes_;
  bool spoil_;
  std::deque<Side> sides_;  ///< the host's first; never moved
  std::vector<Band> bands_;
};

}  // namespace heteroscope
