#include "core/participants/row_source.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/base/ceil_div.hpp"

namespace heteroscope {

namespace {

constexpr int most_pieces = 16;
constexpr double piece_ms = 0.01;  // a launch takes 8 µs beside others, a copy's start 5 to 7 beside the next launch
constexpr double least_ratio = 1e-3;  // of computing and sending, either way
constexpr double unknown_ms = 0.16;   // of which four equal pieces follow

/// The smallest of pieces, each of which is `ratio` times the one before, as a share of all; `ratio` is 1 at most.
double smallest_share(double ratio, int pieces) {
  double sum = 0;
  double last = 0;
  for (int i = 0; i < pieces; ++i) {
    last = std::pow(ratio, i);
    sum += last;
  }
  return last / sum;
}

int best_number_of_pieces(const SendingTimes& times) {
  const auto [shorter, longer] = std::minmax({times.compute_ms, times.send_ms});
  int best = 1;
  double least_ms = std::numeric_limits<double>::infinity();
  for (int n = 1; n <= most_pieces; ++n) {
    const double ms = shorter * smallest_share(std::max(shorter / longer, least_ratio), n) + n * piece_ms;
    if (ms >= least_ms) continue;
    least_ms = ms;
    best = n;
  }
  return best;
}

/// Borders of pieces are multiples of this: tiles and blocks of kernels begin there.
int grain_of_pieces(Rows rows) {
  constexpr unsigned most = 64;
  const unsigned some = static_cast<unsigned>(rows.count()) / most;
  return static_cast<int>(std::clamp(std::bit_floor(some), 1U, most));
}

}  // namespace

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

std::vector<Rows> pieces_to_send(Rows rows, const std::optional<SendingTimes>& known) {
  const SendingTimes times = known.value_or(SendingTimes{unknown_ms, unknown_ms});
  const int pieces = best_number_of_pieces(times);
  const double growth = std::clamp(times.send_ms / times.compute_ms, least_ratio, 1 / least_ratio);
  const int grain = grain_of_pieces(rows);
  double all = 0;
  for (int i = 0; i < pieces; ++i) all += std::pow(growth, i);
  std::vector<Rows> out;
  double above = 0;
  for (int i = 0; i < pieces; ++i) {
    above += std::pow(growth, i) / all;
    const auto wanted = static_cast<int>(std::lround((rows.begin + above * rows.count()) / grain)) * grain;
    const int begin = out.empty() ? rows.begin : out.back().end;
    const int end = i + 1 == pieces ? rows.end : std::clamp(wanted, begin, rows.end);
    if (begin < end) out.push_back({begin, end});
  }
  return out;
}

}  // namespace heteroscope
