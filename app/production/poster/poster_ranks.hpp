#pragma once

#include <string>

#include "app/production/poster/poster_work.hpp"
#include "app/ranks/piece_cost.hpp"

namespace heteroscope {

/// How long rank 0 has written.
struct SharedPoster {
  bool all = false;    ///< or it was stopped
  std::string shares;  ///< what each rank has done
  double write_ms = 0;
  PieceCosts costs;  ///< where they are asked for
};

/// Rank 0's part of a poster whose file is open, and another one's, which have agreed on it. One process alone is rank
/// 0, too.
SharedPoster lead_poster(PosterWork& work, const GoOn& go_on);
void follow_poster(PosterWork& work);
/// Called by rank 0 if there will be no poster; the others wait for it to agree.
void give_up_ranks();

}  // namespace heteroscope
