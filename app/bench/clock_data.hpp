#pragma once

#include "app/bench/rows.hpp"
#include "app/results/data.hpp"
#include "app/results/result.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// The clocks of the sides that computed a row.
void add_clocks(const Data& to, const BenchRow& row);

/// Rows during which a processor was slowed down, or its clock moved by more than a twentieth; nothing where none was.
Document clock_notes(const Result& result);

}  // namespace heteroscope
