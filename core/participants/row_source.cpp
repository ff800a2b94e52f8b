#include "core/participants/row_source.hpp"

#include "core/base/ceil_div.hpp"

namespace heteroscope {

std::vector<Rows> shrinking_pieces(Rows rows, int threads) {
  constexpr int rows_of_thread = 4;  // in the last piece, so that its start is small beside it
  const int least = rows_of_thread * threads;
  std::vector<Rows> out;
  while (!rows.empty()) {
    int count = rows.count();
    // no thread has a row more than the others
    if (count >= 2 * least) count = ceil_div(count / 4 * 3, threads) * threads;
    out.push_back({rows.begin, rows.begin + count});
    rows.begin += count;
  }
  return out;
}

}  // namespace heteroscope
