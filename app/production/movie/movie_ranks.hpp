#pragma once

#include <cstdint>
#include <vector>

#include "app/production/movie/movie_frames.hpp"
#include "app/ranks/shared_pieces.hpp"

namespace heteroscope {

/// Throws BadInput where ranks cannot share it: frames that are taken from others, and those of an iteration, each of
/// which goes on from the one before.
void check_shareable(const MovieOrder& order);
/// All ranks make the same movie. Throws BadInput where one would make another.
void agree_on_movie(Ranks& ranks, const MovieFrames& frames);

/// Rank 0 tells the others what it has found out before the first frame, the colors and which frames are missing, once;
/// null: there will be no frames.
void tell_movie(Ranks& ranks, const MovieFrames* frames, const std::vector<std::int64_t>& missing);
/// Another rank's part, from there to the end.
void follow_movie(Ranks& ranks, MovieFrames& frames, const GoOn& go_on);

/// The missing frames as pieces that ranks share: what all of them do. The frames must stay.
SharedPieces shared_frames(MovieFrames& frames, const std::vector<std::int64_t>& missing);
/// For rank 0: what the last of them take, compared with each other, by the work of small pictures of the same views.
/// None where a picture's size is not the result's.
std::vector<double> last_frames_costs(Ranks& ranks, MovieFrames& frames, const std::vector<std::int64_t>& missing);

}  // namespace heteroscope
