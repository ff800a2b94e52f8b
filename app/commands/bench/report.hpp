#pragma once

#include <string>

#include "app/commands/bench/rows.hpp"

namespace heteroscope {

/// The same measurements three ways; units stand in the column titles or key names.
std::string bench_markdown(const Bench& bench);
std::string bench_csv(const Bench& bench);
std::string bench_json(const Bench& bench, const Workload& workload);

/// Where the row's result was.
std::string memory_text(const BenchRow& row);

}  // namespace heteroscope
