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
        rows_in_order(rows, [&](int y) {
          T* out = pass.out.row<T>(y);
          for (int x = 0; x < pass.out.size.width; ++x) out[x] = new_value(pass, t, x, y);
        });
      });
    }
  });
}

}  // namespace

extern const Variant sequential;
const Variant sequential{.processor = Processor::cpu,
                         .summary = "The plain loop: pass by pass, node by node. The reference.",
                         .knobs = {.precisions = both_precisions},
                         .run = run};

}  // namespace heteroscope::heat
