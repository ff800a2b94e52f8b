#include "app/bench/scaling_data.hpp"

namespace heteroscope {

void add_scaling(Data to, const BenchRow& row) {
  to.add("thread_speedup", "over one thread", "×", Hint::factor, "The same variant and problem on one thread", {});
  to.add("thread_efficiency", "efficiency", "", Hint::share, "That speed-up over the threads", {});
  to.add("speedup_kind", "kind of speed-up", "By intervals and noise: sublinear, linear or superlinear", {});
  to.add("karp_flatt", "Karp-Flatt", "The share of one thread's time that would have to be serial for that speed-up",
         {});
  to.add("amdahl", "Amdahl", "The serial share of one thread's time that fits all counts of threads best", {});
  if (row.what.scaled_by == 0) return;
  to.add("scaled_by", "scaled by", "How many times one thread's problem it is", std::int64_t{row.what.scaled_by});
  to.add("weak_efficiency", "weak efficiency", "", Hint::share,
         "The time of one thread's problem on one thread over the time of as many times that on as many threads", {});
  to.add("gustafson", "Gustafson", "The share of these threads' time that would have to be serial for that speed-up",
         {});
  to.add("gustafson_fit", "Gustafson, all", "The same, as it fits all counts of threads best", {});
}

}  // namespace heteroscope
