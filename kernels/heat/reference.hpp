#pragma once

#include "kernels/heat/passes.hpp"
#include "kernels/heat/terms.hpp"

namespace heteroscope::heat {

/// The reference loop that every variant must match to the bit: pass by pass, node by node. `over_rows(job, row)` calls
/// `row(y)` for each of a job's rows, sequentially or on several threads; here the job's rows are those of one pass.
template <class OverRows>
void advance_plainly(const IterateJob& job, OverRows over_rows) {
  with_precision(job.precision(), [&]<class T>() {
    Pass pass;
    for (Passes passes(job); passes.next(pass);) {
      with_terms(pass.terms, [&]<int Terms>() {
        const auto t = combination_of<T, Terms>(pass);
        IterateJob rows = job;
        rows.rows = pass.rows;
        over_rows(rows, [&](int y) {
          T* out = pass.out.row<T>(y);
          for (int x = 0; x < pass.out.size.width; ++x) out[x] = new_value(pass, t, x, y);
        });
      });
    }
  });
}

}  // namespace heteroscope::heat
