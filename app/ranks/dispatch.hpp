#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "app/ranks/piece_queue.hpp"

namespace heteroscope {

/// A message that rank 0 sends about a piece.
struct PieceMessage {
  int rank = 0;
  std::int64_t piece = 0;
};

/// The decisions of rank 0: who computes which piece, and which pieces' bytes are requested. It knows neither threads
/// nor messages nor a clock: lead() asks it, and so does the simulation of many ranks.
class Dispatch {
 public:
  /// For so many ranks, each of which holds at most `held` pieces; `room` is the bytes that rank 0 holds at most,
  /// beside one piece. The other parameters are those of PieceQueue.
  Dispatch(std::int64_t begun, std::int64_t count, std::int64_t held, int ranks, std::size_t room,
           std::vector<double> costs);

  // what others say
  void asks(int rank) { asks_[static_cast<std::size_t>(rank)] = Ask::early; }
  /// To be called when a rank waits for what it has asked for.
  void idles(int rank);
  void made(int rank, std::int64_t piece, std::size_t bytes);

  /// The pieces that others are to compute now.
  std::vector<PieceMessage> hand_out();
  /// The pieces whose bytes are to be sent now: what is written next always is, the rest as long as there is room.
  std::vector<PieceMessage> send_for();

  // what rank 0 itself does
  /// One to compute; none: there is no more, or it waits until more is written.
  std::optional<std::int64_t> take_own();
  void made_own(std::size_t bytes) { held_bytes_ += bytes; }
  /// The next piece, of so many bytes, is written.
  void wrote(std::size_t bytes);

  /// Pieces that are written: the next one's number.
  [[nodiscard]] std::int64_t written() const { return written_; }
  /// The number of pieces that nobody has taken.
  [[nodiscard]] std::int64_t left() const { return queue_.left(); }

 private:
  enum class Ask { none, early, idle };
  struct Offer {
    int rank = 0;
    std::size_t bytes = 0;
  };

  PieceQueue queue_;
  std::int64_t held_;
  std::size_t room_;
  std::vector<Ask> asks_;
  std::map<std::int64_t, Offer> offers_;  ///< what others have made
  std::size_t held_bytes_ = 0;            ///< that are here and not written, or on their way
  std::set<std::int64_t> own_;            ///< that rank 0 has computed, or does, and are not written
  std::int64_t written_;
};

}  // namespace heteroscope
