#include "app/bench/row_data.hpp"

#include "app/results/row_columns.hpp"

namespace heteroscope {

void add_others(Data to, const TakenByOthers& taken, bool of_gpu) {
  to.add(column::others_cpu_share, or_none(taken.cpu));
  if (of_gpu) {
    to.add(column::others_gpu_share, or_none(taken.gpu));
  }
  to.add(column::others_marked, taken.marked());
}

}  // namespace heteroscope
