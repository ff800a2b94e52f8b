#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/ranks/piece_cost.hpp"
#include "app/ranks/ranks.hpp"

namespace heteroscope {

/// A piece that has been computed.
struct ComputedPiece {
  /// Its bytes, as `put` takes them. Called once, on another thread, while the next piece is computed.
  std::function<std::vector<std::byte>()> encode;
  double compute_ms = 0;
  double operations = 0;
  std::string unit;
  std::string note;  ///< what a person should know about it; empty: nothing
};

/// Something in pieces that ranks share.
struct SharedPieces {
  std::int64_t begun = 0;  ///< pieces that are written already
  std::int64_t count = 0;
  std::int64_t held = 3;      ///< pieces that a rank has at most: computed, encoded, and not yet rank 0's
  std::size_t room = 0;       ///< bytes of pieces that rank 0 holds at most until they are written, but for one
  std::vector<double> costs;  ///< for PieceQueue; rank 0's
  /// On the thread that called lead() or follow(); nothing if it was cancelled.
  std::function<std::optional<ComputedPiece>(std::int64_t, const std::stop_token&)> compute;
  /// Rank 0's: in the order of the pieces, on a thread of its own.
  std::function<void(std::int64_t, std::span<const std::byte>)> put;
  /// Asked again and again, on a thread of its own, with how many pieces are written: whether to go on.
  std::function<bool(std::int64_t)> go_on;
};

/// The part of one rank in the work.
struct RankShare {
  std::int64_t pieces = 0;
  double compute_ms = 0;
  double operations = 0;
  std::string unit;
};

/// The outcome at rank 0.
struct SharedOut {
  bool all = false;  ///< or it was stopped
  std::vector<RankShare> ranks;
  std::string note;  ///< of the first piece that has one
  PieceCosts costs;  ///< without the guesses
};

/// `held` and `room` for pieces of so many cells each, by this process's memory; the rest is the caller's.
SharedPieces shared_room(double cells);
/// The number of last pieces whose costs are worth knowing.
std::size_t worth_costs(int ranks, std::size_t pieces);

/// Rank 0's part: hands out pieces to whoever asks, computes some itself, and has all written in their order, with no
/// more of them in memory than there is room for: others stay with those who made them. Throws BadInput or DeviceError,
/// with the rank, where one fails; the others have been told to end then.
SharedOut lead(Ranks& ranks, SharedPieces work);
/// Another rank's part, until rank 0 says that it is the end. Throws what it failed with itself.
void follow(Ranks& ranks, SharedPieces work);

/// The parts of all ranks together.
RankShare sum_of(const std::vector<RankShare>& shares);

/// "2 ranks: 7 and 8 pieces, computing 96 % and 97 % of the time", or from the fewest to the most of many.
std::string shares_text(const std::vector<RankShare>& shares, double all_ms);

}  // namespace heteroscope
