#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/model/iteration.hpp"
#include "core/types/field_view.hpp"

namespace heteroscope {

class Peers;

/// How far an iteration is: with its planes, all that its next step follows from.
struct IterationPoint {
  std::int64_t step = 0;
  std::size_t painted = 0;  ///< strokes that are part of it
  std::vector<Measured> measured;
  double ms = 0;  ///< that its steps have taken
  bool settled = false;
};

/// Keeps an iteration's state beyond the process that computes it. Each of the peers that share the iteration has one,
/// of the same state. Members throw BadInput where a file cannot be read or written.
class CheckpointStore {
 public:
  virtual ~CheckpointStore() = default;

  /// Where to go on; null: at the start.
  [[nodiscard]] virtual const IterationPoint* begun() const = 0;
  /// Fills these rows of the state's planes with what they were at begun().
  virtual void restore(std::span<const FieldView> planes, Rows rows) = 0;
  /// Keeps the state's planes, of which this process has the rows `own`; what was kept before stays until all of it is
  /// kept. All peers call it at the same step; null: it is alone.
  virtual void keep(const IterationPoint& point, std::span<const FieldView> planes, Rows own, Peers* peers) = 0;
  /// Told a few times a second how far it is; false: keep it, and stop. Of peers that share it one is enough.
  virtual bool go_on(std::int64_t step, std::int64_t target) = 0;
};

}  // namespace heteroscope
