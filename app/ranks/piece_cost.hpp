#pragma once

#include <vector>

namespace heteroscope {

/// The cost of a piece: the seconds for which it kept a thread that computes, one that encodes, and one that writes.
struct PieceCost {
  double compute_s = 0;
  double encode_s = 0;
  double put_s = 0;
  double bytes = 0;
  double estimate = 0;  ///< its work as it was guessed before, of any unit
};

/// The pieces of a run, as they were measured.
struct PieceCosts {
  std::vector<PieceCost> pieces;
  double guess_s = 0;    ///< that guessing one piece's work took
  double service_s = 0;  ///< that rank 0 took for a message; 0: there was none
  int ranks = 1;
  std::vector<double> starts_s;  ///< by rank: when its first message came
  double all_s = 0;  ///< from the first message to the last piece's being written, the guesses before it aside
};

}  // namespace heteroscope
