#pragma once

#include <cstddef>
#include <exception>
#include <span>

#include "core/types/basic_types.hpp"

namespace heteroscope {

/// An array of units (rows of a plane, sums of tiles) that each participant has in its memory: some units it has
/// computed, some it wants. Together they have what they want, no unit twice.
struct SharedArray {
  void* data = nullptr;  ///< unit 0
  std::size_t unit_bytes = 0;
  Rows have;  ///< that this participant has computed
  Rows want;  ///< that it goes on with; what it has itself need not be among them
};

/// The exchange of data between participants that compute a job together: a barrier with copies, provided by whoever
/// executes the job (core/participants/exchange_barrier.hpp).
class Exchange {
 public:
  /// Implements Seat::exchange().
  virtual void exchange(std::size_t participant, std::span<const SharedArray> arrays) = 0;
  /// A participant cannot go on: all who wait or come throw that. The first one counts.
  virtual void stop(std::exception_ptr cause) = 0;

 protected:
  ~Exchange() = default;
};

/// A participant's place among those that compute a job together and need what others have before it is done. An empty
/// one is that of a participant that has all rows.
struct Collective {
  Exchange* barrier = nullptr;
  std::size_t participant = 0;
  explicit operator bool() const { return barrier != nullptr; }
  /// Brings the participant what it wants. Every participant calls it as often, with as many arrays in the same order.
  /// When it returns, a CPU's are there; a GPU's are under way, and its stream goes on when they are there. Until the
  /// next exchange begins the participant leaves what it has of them as it is: others may still be fetching it. Throws
  /// what ended another participant.
  void exchange(std::span<const SharedArray> arrays) const {
    if (barrier != nullptr) barrier->exchange(participant, arrays);
  }
  /// Exchanges likewise; afterwards the participant may overwrite its part.
  void exchange_and_settle(std::span<const SharedArray> arrays) const {
    exchange(arrays);
    exchange({});
  }
};

}  // namespace heteroscope
