#include "app/production/poster/poster_checkpoint.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace heteroscope {

void PosterCheckpoint::refuse() const {
  throw BadInput(fmt::format("{}: not the state of an unfinished poster", unfinished_.state_path().string()));
}

PosterState PosterCheckpoint::begun() const {
  return poster_state_of(unfinished_.state_text(), unfinished_.state_path().string());
}

void PosterCheckpoint::take_over(const PosterFile& poster, std::optional<Size> tile) {
  const PosterState begun = this->begun();
  state.piece = tile ? poster.piece(*tile) : begun.piece;
  unfinished_.refuse_another("poster", difference(begun, state));
  if (poster.piece(begun.piece) != begun.piece) refuse();
  state.kept = begun.kept;
  state.survey = begun.survey;
  state.ranks = begun.ranks;
  state.figure = begun.figure;
}

void PosterCheckpoint::check(std::int64_t pieces, std::size_t partials) const {
  if (state.kept.pieces > pieces || state.survey.pieces > pieces) refuse();
  if (partials == 0) return;
  if (state.survey.pieces > 0 && state.survey.partials.size() != partials) refuse();
  if (state.kept.pieces > 0 && state.survey.pieces < pieces) refuse();
}

void PosterCheckpoint::keep(const Kept& kept) {
  PosterState now = state;
  now.kept = kept;
  const auto end = counted_.lower_bound(kept.pieces);
  for (auto each = counted_.begin(); each != end && now.figure; ++each) *now.figure += each->second;
  unfinished_.keep(to_text(now));
  counted_.erase(counted_.begin(), end);
  state = now;
  since_ = Watch();
}

std::optional<double> PosterCheckpoint::figure() const {
  std::optional<double> out = state.figure;
  for (const auto& [piece, value] : counted_) {
    if (out) *out += value;
  }
  return out;
}

void PosterCheckpoint::keep_now_and_then(const Kept& kept) {
  const bool first = state.kept.pieces == 0;
  if (kept.pieces == state.kept.pieces || (!first && since_.ms() < between_ms)) return;
  keep(kept);
}

void PosterCheckpoint::keep_survey_now_and_then() {
  const bool first = state.survey.pieces == 1;
  if (first || since_.ms() >= between_ms) keep(state.kept);
}

std::string PosterCheckpoint::text(std::int64_t pieces) const {
  const std::string of = fmt::format("of {} pieces of {}", pieces, unfinished_.out().string());
  const bool looked_over = state.kept.pieces == 0 && state.survey.pieces > 0;
  return looked_over ? fmt::format("{} {} checked", state.survey.pieces, of)
                     : fmt::format("{} {}", state.kept.pieces, of);
}

}  // namespace heteroscope
