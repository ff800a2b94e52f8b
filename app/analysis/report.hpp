#pragma once

#include "app/results/result.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// The whole report: machine, ceilings, rows as the suite or workload has them, what is to be known of them, and what
/// was skipped.
Document bench_report(const Result& result);

}  // namespace heteroscope
