#pragma once

#include <cstddef>
#include <functional>

#include "core/model/any_job.hpp"
#include "core/model/variant.hpp"
#include "core/participants/row_source.hpp"

namespace heteroscope {

/// The work of the CPU's threads between their chunks of rows.
struct BetweenSpans {
  std::function<void()> look_after_gpus;  ///< called by one thread at a time, and not again at once
  std::function<void(Rows)> send;         ///< rows that have been computed, the same; empty: nothing is sent
  int least_sent = 1;                     ///< rows at a time, but for the last
  bool sums = false;                      ///< the job's partials are doubles
  std::size_t scratch_bytes = 0;          ///< of the job's scratch, for each thread
};

/// Returns how many of the CPU's threads take pieces: one for a variant that has no say in it.
inline int taking_threads(const Variant& variant, int threads) {
  return variant.knobs.threads ? threads : 1;
}

/// The bytes of scratch that each of these threads needs for itself, up to the next cache line; 0: none.
std::size_t scratch_of_thread(const Variant& variant, const AnyJob& job);

/// The CPU's participant of a queue: each of the job's threads computes pieces of its own, so that none waits for the
/// others, however the variant itself would deal rows out. Returns when there are no more, or the job is cancelled.
/// Throws what one of them threw.
void compute_from_queue(const Variant& variant, const AnyJob& job, RowSource& queue, const BetweenSpans& between);

}  // namespace heteroscope
