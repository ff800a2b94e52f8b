#include "app/production/poster/poster_ranks.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "app/production/poster/poster_costs.hpp"
#include "app/ranks/lone_world.hpp"
#include "app/ranks/shared_pieces.hpp"
#include "core/base/given_up.hpp"
#include "core/base/watch.hpp"

namespace heteroscope {
namespace {

/// Its bytes are the file's, and behind them what it adds to the figure of the whole.
std::optional<ComputedPiece> compute_one(PosterWork& work, std::int64_t i, const std::stop_token& stop) {
  const Cutout part = work.pieces()[i];
  auto made = work.maker().make(work.file().needed_for(part), {.stop = stop, .progress = work.order().waiter.progress});
  if (!made) return std::nullopt;
  ComputedPiece out{.encode = {},
                    .compute_ms = made->compute_ms,
                    .operations = made->operations,
                    .unit = std::move(made->unit),
                    .note = {}};
  const auto computed = std::make_shared<ComputedPart>(std::move(made->part));
  out.encode = [&work, i, part, computed] {
    const PartCells cells = computed->cells();
    std::vector<std::byte> bytes = work.file().encode(part, cells);
    const double figure = work.figure_of(i, cells.values);
    const auto end = std::as_bytes(std::span(&figure, 1));
    bytes.insert(bytes.end(), end.begin(), end.end());
    return bytes;
  };
  return out;
}

/// What both parts have in common.
SharedPieces pieces_of(PosterWork& work) {
  SharedPieces out = shared_room(static_cast<double>(work.piece().area()));
  out.count = work.pieces().count();
  out.compute = [&work](std::int64_t i, const std::stop_token& stop) { return compute_one(work, i, stop); };
  out.put = [](std::int64_t, std::span<const std::byte>) {};
  out.go_on = [](std::int64_t) { return true; };
  return out;
}

}  // namespace

SharedPoster lead_poster(PosterWork& work, const GoOn& go_on) {
  const Watch watch;
  SharedPoster out;
  Ranks alone(std::make_unique<LoneWorld>());
  Ranks& all = ranks() != nullptr ? *ranks() : alone;
  SharedPieces pieces = pieces_of(work);
  const std::int64_t begun = work.kept().pieces;
  const std::int64_t left = pieces.count - begun;
  const bool recorded = work.order().costs.has_value();
  const auto worth = static_cast<std::int64_t>(worth_costs(all.world().count(), static_cast<std::size_t>(left)));
  const std::vector<double> guessed = last_costs(work.maker(), work.pieces(), work.piece(), recorded ? left : worth,
                                                 {.stop = work.order().waiter.stop});
  const double guess_s = watch.ms() / 1000 / static_cast<double>(std::max<std::size_t>(1, guessed.size()));
  pieces.begun = begun;
  if (!guessed.empty()) pieces.costs.assign(guessed.end() - worth, guessed.end());  // else it ends at once
  bool given_up = false;
  pieces.put = [&](std::int64_t i, std::span<const std::byte> bytes) {
    const Watch writing;
    double figure = 0;
    const std::size_t end = bytes.size() - sizeof figure;
    std::memcpy(&figure, bytes.data() + end, sizeof figure);
    try {
      work.file().put_encoded(work.pieces()[i], bytes.first(end));
    } catch (const GivenUp&) {
      given_up = true;
    }
    if (given_up) return;  // it has been asked to end, and what comes after that piece is worth nothing
    work.checkpoint().count(i, figure);
    work.checkpoint().keep_now_and_then(work.kept());
    out.write_ms += writing.ms();
  };
  pieces.go_on = [&](std::int64_t written) { return go_on(work.step(written, begun, watch.ms())); };
  SharedOut shared = lead(all, std::move(pieces));
  if (shared.all && recorded) {
    shared.costs.guess_s = guess_s;
    for (std::size_t i = 0; i < guessed.size(); ++i) shared.costs.pieces[i].estimate = guessed[i];
    out.costs = std::move(shared.costs);
  }
  const RankShare sum = sum_of(shared.ranks);
  work.maker().add(sum.compute_ms, sum.operations, sum.unit);
  out.all = shared.all && !given_up;
  if (ranks() != nullptr) out.shares = "; " + shares_text(shared.ranks, watch.ms());
  return out;
}

void follow_poster(PosterWork& work) {
  follow(*ranks(), pieces_of(work));
}

void give_up_ranks() {
  if (ranks() == nullptr) return;
  attempt([] { ranks()->agree({}, [](const std::string&) { return "it was stopped"; }); });
}

}  // namespace heteroscope
