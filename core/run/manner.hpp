#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/frame/options.hpp"
#include "core/memory/buffer.hpp"

namespace heteroscope {

/// The state from which an iteration's steps go on: the one that is kept from frame to frame, that one put back to its
/// start, or one of this frame alone.
enum class StateUse { kept, restarted, apart };

/// How many values of a result, or of a spare plane, are NaN where only some are.
inline constexpr int spoiled_places = 16;

/// How a frame is computed, whatever for: what the options (core/frame/options.hpp) come to. The executor's parts look
/// at this alone.
struct RunManner {
  Destination destination = Destination::host;
  bool summarize = true;
  bool trace = false;
  CacheState caches = CacheState::as_it_is;
  StateUse state = StateUse::kept;
  bool spoil = false;  ///< as a CheckedRun
  /// As a TimedRun of a person's file: some values alone are others before they are computed.
  bool spoil_some = false;
  /// Likewise, where nobody looks at the result: some values that are read are slightly less in each run.
  bool other_input = false;
  std::optional<std::uint32_t> other_problem;  ///< as a TimedRun's; other_input is set with it
  bool spoil_steps = false;  ///< an iteration's spare planes are filled with NaNs before each job, not only at first
  Waiter waiter{};    ///< where it can be stopped, GPU work is launched in bands, and the CPU looks at it between rows
  bool cut = true;    ///< where it can be stopped, an iteration takes its steps some at a time, and keeps those it took
  int most_band = 0;  ///< rows (or pieces, or steps) of a band at most; 0: any number
  std::span<const Plan> tables_of{};
  const std::vector<std::vector<double>>* reduced = nullptr;
  std::optional<double> partials_at;
  const RowsRun* rows = nullptr;  ///< these alone are computed
  Peers* peers = nullptr;
  CheckpointUse checkpoint{};
  /// Memory of the host that the result is wanted in; null, or of another size: it is in any.
  std::shared_ptr<Buffer> result = nullptr;

  /// Returns memory for a result of so many bytes: what was lent for it, or some of the pool.
  [[nodiscard]] std::shared_ptr<Buffer> memory_of_result(BufferPool& pool, MemoryKind kind, std::size_t bytes) const {
    const bool fits = kind == MemoryKind::host && result != nullptr && result->bytes() == bytes;
    return fits ? result : pool.take(kind, bytes);
  }
};

RunManner manner_of(const ExecuteOptions& options, const Plan& plan);

}  // namespace heteroscope
