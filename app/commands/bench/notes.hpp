#pragma once

#include <string>

#include "app/commands/bench/rows.hpp"

namespace heteroscope {

/// Every ceiling that was measured, a line for a processor, its threads and a set of bytes.
std::string ceilings_table(const Ceilings& ceilings);

/// "8.39 MB": the set of bytes that a row's copy or fill is held against; of both sides in a split.
std::string set_text(const BenchRow& row);

/// What shares of a copy or a fill are of.
std::string share_note(const Bench& bench);

/// What the fastest variant reaches of each witness's rate (core/model/capabilities/witness.hpp). A paragraph for each.
std::string witness_notes(const Bench& bench);

/// Where a run of an iteration ends in subnormal numbers or in nothing but zeros: how much of it does, and what that
/// costs the CPU here. A paragraph for each problem.
std::string decay_notes(const Bench& bench);

}  // namespace heteroscope
