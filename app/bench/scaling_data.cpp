#include "app/bench/scaling_data.hpp"
#include "app/results/row_columns.hpp"

namespace heteroscope {

void add_scaling(Data to, const BenchRow& row) {
  to.add(column::thread_speedup, {});
  to.add(column::thread_efficiency, {});
  to.add(column::speedup_kind, {});
  to.add(column::karp_flatt, {});
  to.add(column::amdahl, {});
  if (row.what.scaled_by == 0) return;
  to.add(column::scaled_by, std::int64_t{row.what.scaled_by});
  to.add(column::weak_efficiency, {});
  to.add(column::gustafson, {});
  to.add(column::gustafson_fit, {});
}

}  // namespace heteroscope
