#include "app/production/poster_ranks.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/production/poster_costs.hpp"
#include "app/ranks/shared_pieces.hpp"
#include "core/base/watch.hpp"
#include "core/memory/memory_limit.hpp"

namespace heteroscope {
namespace {

std::optional<ComputedPiece> compute_one(PosterWork& work, std::int64_t i, const std::atomic<bool>& cancel) {
  const Cutout part = work.pieces()[i];
  auto frame = work.maker().compute(work.file().needed_for(part), &cancel);
  if (!frame) return std::nullopt;
  ComputedPiece out{.encode = {},
                    .compute_ms = frame->timing.total,
                    .operations = frame->work.operations,
                    .unit = std::string(frame->work.unit)};
  const auto field = std::make_shared<Field>(std::move(frame->field));
  out.encode = [&work, part, field] { return work.file().encode(part, field->host_view()); };
  return out;
}

/// What both parts have in common.
SharedPieces pieces_of(PosterWork& work) {
  constexpr std::size_t most_cell_bytes = 8;
  const std::size_t quarter = memory::limit() / 4;
  const std::size_t piece_bytes = static_cast<std::size_t>(work.piece().area()) * most_cell_bytes;
  return {.count = work.pieces().count(),
          .held = std::clamp<std::int64_t>(static_cast<std::int64_t>(quarter / piece_bytes), 3, 16),
          .room = quarter,
          .costs = {},
          .compute = [&work](std::int64_t i, const std::atomic<bool>& cancel) { return compute_one(work, i, cancel); },
          .put = [](std::int64_t, std::span<const std::byte>) {},
          .go_on = [](std::int64_t) { return true; }};
}

}  // namespace

SharedPoster lead_poster(PosterWork& work, const GoOn& go_on) {
  constexpr std::int64_t costs_for_each_rank = 4;
  const Watch watch;
  SharedPoster out;
  SharedPieces pieces = pieces_of(work);
  const std::int64_t begun = work.kept().pieces;
  const std::int64_t last = std::min(pieces.count - begun, costs_for_each_rank * ranks()->world().count());
  pieces.begun = begun;
  pieces.costs = last_costs(work.maker(), work.pieces(), work.piece(), last);
  pieces.put = [&](std::int64_t i, std::span<const std::byte> bytes) {
    const Watch writing;
    work.file().put_encoded(work.pieces()[i], bytes);
    work.keeper().keep_now_and_then(work.kept());
    out.write_ms += writing.ms();
  };
  pieces.go_on = [&](std::int64_t written) { return go_on(work.step(written, begun, watch.ms())); };
  const SharedOut shared = lead(*ranks(), std::move(pieces));
  for (const RankShare& each : shared.ranks) work.maker().add(each.compute_ms, each.operations, each.unit);
  out.all = shared.all;
  out.shares = "; " + shares_text(shared.ranks, watch.ms());
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
