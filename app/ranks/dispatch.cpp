#include "app/ranks/dispatch.hpp"

#include <utility>

namespace heteroscope {

Dispatch::Dispatch(std::int64_t begun, std::int64_t count, std::int64_t held, int ranks, std::size_t room,
                   std::vector<double> costs)
    : queue_(begun, count, held * ranks, std::move(costs)),
      held_(held),
      room_(room),
      asks_(static_cast<std::size_t>(ranks)),
      written_(begun) {}

void Dispatch::idles(int rank) {
  Ask& ask = asks_[static_cast<std::size_t>(rank)];
  if (ask == Ask::early) ask = Ask::idle;
}

void Dispatch::made(int rank, std::int64_t piece, std::size_t bytes) {
  offers_.emplace(piece, Offer{rank, bytes});
}

std::vector<PieceMessage> Dispatch::hand_out() {
  std::vector<PieceMessage> out;
  // Near the end nobody gets one to lie beside what it computes, while others may have none: least of all an expensive
  // one behind the most expensive.
  const bool near_end = queue_.by_cost() || left() < 2 * static_cast<std::int64_t>(asks_.size());
  for (std::size_t rank = 1; rank < asks_.size(); ++rank) {
    Ask& ask = asks_[rank];
    if (ask == Ask::none || (near_end && ask == Ask::early)) continue;
    const auto piece = queue_.take(written_);
    if (!piece) break;
    ask = Ask::none;
    out.push_back({static_cast<int>(rank), *piece});
  }
  return out;
}

std::vector<PieceMessage> Dispatch::send_for() {
  std::vector<PieceMessage> out;
  while (!offers_.empty()) {
    const auto [piece, offer] = *offers_.begin();
    if (piece != written_ && held_bytes_ + offer.bytes > room_) break;
    held_bytes_ += offer.bytes;
    out.push_back({offer.rank, piece});
    offers_.erase(offers_.begin());
  }
  return out;
}

std::optional<std::int64_t> Dispatch::take_own() {
  if (static_cast<std::int64_t>(own_.size()) >= held_) return std::nullopt;
  const auto piece = queue_.take(written_);
  if (piece) own_.insert(*piece);
  return piece;
}

void Dispatch::wrote(std::size_t bytes) {
  held_bytes_ -= bytes;
  own_.erase(written_);
  ++written_;
}

}  // namespace heteroscope
