#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/heat/passes.hpp"

namespace heteroscope::heat {
namespace {

void run(const Job& job) {
  with_precision(job.planes.front().precision, [&]<class T>() {
    Pass pass;
    for (Passes passes(job); passes.next(pass);) {
      with_terms(pass.terms, [&]<int Terms>() {
        const auto t = combination_of<T, Terms>(pass);
        Job rows = job;
        rows.rows = pass.rows;
        parallel_rows(rows, [&](int y) {
          T* out = pass.out.row<T>(y);
          for (int x = 0; x < pass.out.size.width; ++x) out[x] = new_value(pass, t, x, y);
        });
      });
    }
  });
}

}  // namespace

extern const Variant omp;
const Variant omp{.processor = Processor::cpu,
                  .summary = "OpenMP: pass by pass; each thread a run of rows.",
                  .knobs = {.precisions = both_precisions, .threads = true},
                  .run = run};

}  // namespace heteroscope::heat
