#pragma once

#include <memory>
#include <vector>

#include "core/run/stage_run.hpp"

namespace heteroscope {

/// The buffers to which a frame's participants write their rows: one for all of them or, with plain device memory, one
/// for each. A buffer has room for all rows.
class ParticipantBuffers {
 public:
  explicit ParticipantBuffers(const StageContext& context);

  /// As the participant sees it.
  [[nodiscard]] void* data(std::size_t participant) const;
  /// NaNs in every place: what a variant forgets to write must not be right by chance, and what it must not write
  /// shows.
  void spoil() const;
  /// Zeros where whole rows of a triangle will be copied: they must hold something where there is no value, too.
  void clear() const;
  /// Whether the CPU's rows can go on their way piece by piece.
  [[nodiscard]] bool sends() const;
  /// Rows that the CPU has computed go on their way to the GPU where the result is wanted, while participants compute
  /// others.
  void send(Rows rows);
  /// Until nothing is written to any buffer.
  void wait() const;
  /// The participants' rows in one field, where it is wanted. Adds what that took.
  [[nodiscard]] Field bring_together(const Taken& taken, Timing& timing);

 private:
  [[nodiscard]] Field on_host(const Taken& taken) const;
  [[nodiscard]] Field on_device(const Taken& taken);
  /// Whether one participant has computed all of it, where it is wanted as it is where that one computes alone: there
  /// is nothing to join, and what remains counts as it does there.
  [[nodiscard]] bool lies_together(const Taken& taken);
  const std::shared_ptr<Buffer>& whole();

  const StageContext& context_;
  std::vector<std::shared_ptr<Buffer>> of_;  ///< by participant
  std::shared_ptr<Buffer> whole_;            ///< of device memory: where the result is wanted
  std::vector<Rows> sent_;                   ///< of the CPU's rows
};

/// The number of the GPU where a result is wanted that does not go to the host.
int home_of(const Plan& plan, Destination destination);

}  // namespace heteroscope
