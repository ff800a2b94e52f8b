#include "app/production/poster/poster_ranks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "app/production/poster/part_maker.hpp"
#include "app/ranks/shared_pieces.hpp"
#include "core/base/given_up.hpp"
#include "core/base/watch.hpp"
#include "core/poster/pieces.hpp"
#include "core/world/world.hpp"

namespace heteroscope {
namespace {

/// A rank that is the only one: it hears of nobody.
class LoneWorld final : public World {
 public:
  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int count() const override { return 1; }
  void send(int, std::vector<std::byte>) override {}
  std::optional<Message> receive() override { return std::nullopt; }
  bool all_sent() override { return true; }
  [[nodiscard]] bool arrives() override { return false; }
  void end() override {}
  [[noreturn]] void abort(int code) override { std::exit(code); }
};

std::vector<double> costs_of_coarse(const PartMaker& maker, const Pieces& pieces, Size piece, std::int64_t first,
                                    const Waiter& waiter) {
  constexpr double coarse_side = 16;
  const double scale = std::max(1.0, std::sqrt(static_cast<double>(piece.area())) / coarse_side);
  const auto coarse = [&](int cells) { return std::max(1, static_cast<int>(cells / scale)); };
  Settings settings = maker.settings();
  settings.problem.size = {coarse(maker.size().width), coarse(maker.size().height)};
  PartMaker small(std::move(settings));
  const Size whole = small.size();
  std::vector<double> out;
  for (std::int64_t i = first; i < pieces.count(); ++i) {
    const Cutout part = pieces[i];
    const int x = std::min(static_cast<int>(part.x / scale), whole.width - 1);
    const int y = std::min(static_cast<int>(part.y / scale), whole.height - 1);
    const Size size{std::min(coarse(part.size.width), whole.width - x),
                    std::min(coarse(part.size.height), whole.height - y)};
    const auto frame = small.compute({.x = x, .y = y, .size = size, .whole = whole}, waiter);
    if (!frame) return {};
    out.push_back(frame->work.operations * static_cast<double>(part.size.area()) / static_cast<double>(size.area()));
  }
  return out;
}

/// The relative costs of the last `count` pieces: the work of the same places in a coarse picture if a cell's work
/// follows from its value, otherwise their sizes.
std::vector<double> last_costs(const PartMaker& maker, const Pieces& pieces, Size piece, std::int64_t count,
                               const Waiter& waiter) {
  const std::int64_t first = pieces.count() - std::min(count, pieces.count());
  if (maker.plan().workload->work_model) return costs_of_coarse(maker, pieces, piece, first, waiter);
  std::vector<double> out;
  for (std::int64_t i = first; i < pieces.count(); ++i) out.push_back(static_cast<double>(pieces[i].size.area()));
  return out;
}

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
