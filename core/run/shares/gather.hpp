#pragma once

#include <memory>
#include <vector>

#include "core/run/shares/stage_run.hpp"

namespace heteroscope {

/// A value of a result that was put there before it is computed.
struct SpoiledValue {
  int column = 0;
  int row = 0;
  double value = 0;
};

/// The buffers to which a frame's participants write their rows: one for all of them or, with plain device memory, one
/// for each, from which rows are sent to where the result is wanted. A buffer has room for all rows.
class ParticipantBuffers {
 public:
  /// For the rows that stage `index` writes.
  ParticipantBuffers(const StageContext& context, std::size_t index);

  /// As the participant sees it.
  [[nodiscard]] void* data(std::size_t participant) const;
  /// NaNs in every place: what a variant forgets to write must not be right by chance, and what it must not write
  /// shows.
  void spoil() const;
  /// NaNs in a few places that nobody can foresee, and in a few others numbers that are not those that were there,
  /// which cost no time to speak of: a variant must not leave there what the run before has computed. Returns them;
  /// none of whole numbers and of a triangle.
  [[nodiscard]] std::vector<SpoiledValue> spoil_some() const;
  /// Zeros in the rows of a triangle that will be copied whole: they must hold something where there is no value, too.
  void clear() const;
  /// Whether the participant's rows are sent while others are computed. One that computes alone does so undisturbed:
  /// its rows are copied when all are there.
  [[nodiscard]] bool sends(std::size_t participant) const;
  /// To be called before rows are sent, and once the buffers are as they should be before they are computed.
  void begin_sends() const;
  /// Rows that the participant has computed go on their way, while it computes others. `computed`: of a GPU, the event
  /// behind which they are there. By the thread that looks after the participant.
  void send(std::size_t participant, Rows rows, const device::Event* computed) const;
  /// Until nothing is written to any buffer.
  void wait() const;
  /// All rows that were computed have been sent: they are in one field, where it is wanted. Adds what that took beside
  /// computing, and what copying did.
  [[nodiscard]] Field bring_together(const Taken& taken, Timing& timing) const;

 private:
  [[nodiscard]] std::shared_ptr<Buffer> make_target() const;
  /// NaNs in these bytes of every participant's buffer; does not wait.
  void spoil_bytes(std::size_t begin, std::size_t bytes) const;
  /// Another number than the first participant's buffer has there in every participant's buffer. Returns it.
  [[nodiscard]] double spoil_number(std::size_t begin) const;
  /// Whether the participant's rows are wanted in another buffer than its own.
  [[nodiscard]] bool is_apart(std::size_t participant) const;
  [[nodiscard]] RowCopy copy_of(std::size_t participant) const;
  /// Whether one participant has computed all of it, where it is wanted as it is where that one computes alone: there
  /// is nothing to join, and what remains counts as it does there.
  [[nodiscard]] bool lies_together(const Taken& taken) const;

  const StageContext& context_;
  std::size_t index_;                        ///< of the stage
  std::vector<std::shared_ptr<Buffer>> of_;  ///< by participant
  std::shared_ptr<Buffer> target_;           ///< where rows are sent; null: they are not
};

/// The number of the GPU where a result is wanted that does not go to the host.
int home_of(const Plan& plan, Destination destination);

}  // namespace heteroscope
