#include "app/production/poster/poster_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "app/compute/compute.hpp"
#include "app/files/disk_room.hpp"
#include "app/production/unfinished.hpp"
#include "app/ranks/ranks.hpp"
#include "app/text/format.hpp"
#include "core/base/build_facts.hpp"
#include "core/base/error.hpp"
#include "core/base/given_up.hpp"
#include "core/io/extension.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/model/settings/looks.hpp"
#include "core/plan/parts.hpp"
#include "core/poster/poster_file.hpp"
#include "core/process/memory_limit.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

/// The pieces of a checksum, at their place. False: it was given up.
bool put_again(PosterFile& file, Size piece, const Kept& kept, std::size_t index, const ComputePart& compute) {
  const PiecesSum& sum = kept.sums[index];
  const Kept before = kept.before(index);
  if (!file.go_on(piece, before, compute)) return false;
  const Pieces pieces = file.pieces(piece);
  for (std::int64_t i = before.pieces; i < sum.pieces; ++i) {
    const std::optional<ComputedPart> part = compute(pieces[i]);
    if (!part) return false;
    file.put(pieces[i], part->cells());
  }
  if (file.kept().sums.back() == sum) return true;
  throw BadInput(
      fmt::format("--resume: the saved pieces are damaged: pieces {} to {} differ when they are computed again",
                  before.pieces + 1, sum.pieces));
}

/// Goes on with a file that another process has begun, once every piece that is kept was held against its checksum; one
/// that is damaged is computed again. `asked`: with a piece's number, whether to go on. Returns how many pieces were
/// computed again; nothing where it was given up. Throws what PosterFile does, and BadInput where a piece that is
/// computed again has other bytes than were kept.
std::optional<std::int64_t> go_on_with(PosterFile& file, Size piece, const Kept& kept, const ComputePart& compute,
                                       const std::function<bool(std::int64_t)>& asked) {
  std::int64_t again = 0;
  for (std::size_t i = 0; i < kept.sums.size(); ++i) {
    const std::int64_t first = kept.before(i).pieces;
    if (!asked(first)) return std::nullopt;
    file.set_piece(piece);
    if (file.holds(kept, i)) continue;
    if (!put_again(file, piece, kept, i, compute)) return std::nullopt;
    again += kept.sums[i].pieces - first;
  }
  if (!file.go_on(piece, kept, compute)) return std::nullopt;
  return again;
}

constexpr int tiles_along = 4;
constexpr int tile_side = 256;

/// The bytes a cell in the file, by sampling tiles that lie evenly over the picture. None if no part can be computed
/// yet.
std::optional<double> sampled_bytes_a_cell(PosterFile& poster, PartMaker& maker) {
  if (maker.reduction() != nullptr) return std::nullopt;
  const Size whole = maker.size();
  const auto cells = [](int of) { return std::min(tile_side, of); };
  const auto place = [](int of, int i) {
    return static_cast<int>(std::int64_t{of - std::min(tile_side, of)} * i / (tiles_along - 1));
  };
  double bytes = 0;
  double taken = 0;
  for (int i = 0; i < tiles_along * tiles_along; ++i) {
    const Cutout part{.x = place(whole.width, i % tiles_along),
                      .y = place(whole.height, i / tiles_along),
                      .size = {cells(whole.width), cells(whole.height)},
                      .whole = whole};
    const std::optional<MadePart> made = maker.make(part, {});
    bytes += poster.bytes_of_sample(made->part.cells());
    taken += static_cast<double>(part.size.area());
  }
  return bytes / taken;
}

/// Whether the disk has room for the poster, of which so many bytes are there. Compressed bytes are not known before: a
/// few tiles are computed and compressed where a bad case would not fit. Returns a line about what is not certain, with
/// `how_to_go_on` of a poster that the disk had no room for, or nothing. Throws BadInput where it does not fit in the
/// best case, or by twice the room as those tiles say.
std::string look_at_room(const Unfinished& unfinished, PosterFile& poster, PartMaker& maker, std::uint64_t kept,
                         std::string_view how_to_go_on) {
  const std::optional<double> room = unfinished.room(kept);
  if (!room || poster.most_bytes() <= *room) return {};
  const Size size = maker.size();
  const auto refuse = [&](std::string_view needs, double bytes) {
    refuse_for_room(unfinished.out(), size, needs, bytes, *room);
  };
  if (poster.least_bytes() > *room) refuse("needs at least", poster.least_bytes());
  constexpr double certain = 2;
  const auto cells = static_cast<double>(size.width) * size.height;
  std::string likely;
  if (const auto each = sampled_bytes_a_cell(poster, maker)) {
    const double bytes = *each * cells;
    if (bytes > certain * *room) refuse("needs about", bytes);
    likely = fmt::format(" about {}, and", format_si(bytes, "B"));
  }
  return fmt::format("{} may need{} up to {}; the disk has room for {}. If it becomes full, {}",
                     unfinished.out().string(), likely, format_si(poster.most_bytes(), "B"), format_si(*room, "B"),
                     how_to_go_on);
}

/// Cells of a piece that takes less than a second to write: it is written to its end, whoever asks for the end.
constexpr std::int64_t written_at_once = std::int64_t{1} << 24;

/// Cells of a piece where nobody says how large one is to be, unless memory is short.
std::int64_t usual_cells(const Plan& plan, Size whole) {
  constexpr std::int64_t least = 65536;
  constexpr std::int64_t pieces_a_rank = 32;  // so that ranks end at about the same time
  // two pieces at a time, as values and as colors; the source's part, and cells that are left out; sums of samples
  const Look& look = plan.settings.look;
  const std::int64_t bytes_a_cell = plan.reads_source() || look.samples > 1 || colors_by_distance(look) ? 64 : 32;
  std::int64_t cells = written_at_once;
  while (cells > least && static_cast<double>(cells * bytes_a_cell) > static_cast<double>(memory::limit()) / 4)
    cells /= 4;
  const std::int64_t shared = ranks() == nullptr ? cells : whole.area() / (pieces_a_rank * ranks()->world().count());
  while (cells > least && cells > shared) cells /= 4;
  return cells;
}

bool is_colored(const PosterOrder& order) {
  return extension_of(order.out) != ".npy" && !order.values;
}

std::unique_ptr<PosterFile> file_of(const PosterOrder& order, PartMaker& maker, const std::string& text,
                                    PositionedFile& file) {
  const std::string extension = extension_of(order.out);
  const bool colored = is_colored(order);
  PosterShape shape{.size = maker.size(),
                    .precision = maker.plan().output.precision,
                    .text = text,
                    .values = !colored,
                    .longest_side = longest_part(maker.plan()),
                    .compact = longest_part(maker.plan()) < longest_side_at_once};
  if (colored) {
    shape.colors = colors_of(maker);
    maker.color_by(shape.colors);
  }
  return poster_file(extension, std::move(shape), file);
}

/// The settings that its file names: on how many threads it is computed changes nothing else of it, so that one that is
/// gone on with keeps those it was begun with.
std::string work_text(const PosterOrder& order, const PosterCheckpoint& checkpoint, bool resume) {
  Settings out = order.settings;
  if (resume) out.execution.threads = threads_of(checkpoint.begun()).value_or(out.execution.threads);
  return to_json(out, catalog());
}

}  // namespace

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

PosterWork::PosterWork(PosterOrder order) : order_(std::move(order)), maker_(order_.settings), checkpoint_(order_.out) {
  check_limit(maker_.plan(), order_.allow_unstable);  // said before what a format cannot hold
  const std::string text = work_text(order_, checkpoint_, order_.resume && !follows());
  poster_ = file_of(order_, maker_, text, checkpoint_.unfinished().file());
  PosterState& state = checkpoint_.state;
  state = {.version = std::string(build_facts().version),
           .format = extension_of(order_.out),
           .values = order_.values,
           .piece = {1, 1},
           .settings = text,
           .kept = {},
           .survey = {},
           .ranks = {}};
  if (maker_.figure({})) state.figure = 0;
  if (follows()) return;
  if (order_.resume) {
    checkpoint_.take_over(*poster_, order_.tile);
  } else {
    checkpoint_.unfinished().refuse_earlier();
    state.piece =
        order_.tile ? poster_->piece(*order_.tile) : poster_->usual_piece(usual_cells(maker_.plan(), maker_.size()));
  }
  lay_out();
  warning_ = look_at_room(checkpoint_.unfinished(), *poster_, maker_, state.kept.bytes, how_to_go_on(order_));
}

PosterOutlook PosterWork::outlook() const {
  return {.size = maker_.size(), .piece = piece(), .pieces = pieces_->count(), .most_bytes = poster_->most_bytes()};
}

/// The pieces of the size that is known now.
void PosterWork::lay_out() {
  pieces_ = poster_->pieces(piece());
  const Reduction* const reduction = maker_.reduction();
  const int partials = reduction != nullptr ? reduction->count(maker_.plan().parameters) : 0;
  checkpoint_.check(pieces_->count(), static_cast<std::size_t>(partials));
  first_ = maker_.plan_of((*pieces_)[0]);
}

bool PosterWork::follows() {
  return ranks() != nullptr && !ranks()->leads();
}

void PosterWork::agree() {
  const PosterState& own = checkpoint_.state;
  const std::string work = ranks()->agree(to_text(own), [&](const std::string& theirs) {
    if (theirs.empty()) return std::string("nothing");
    try {
      PosterState other = poster_state_of(theirs, "a rank's poster");
      other.piece = own.piece;
      return difference(other, own);
    } catch (const BadInput&) {
      return std::string("something that is not a poster");
    }
  });
  checkpoint_.state = poster_state_of(work, "rank 0's poster");
  if (!follows()) return;
  lay_out();
  if (maker_.reduction() != nullptr) maker_.know(checkpoint_.state.survey);
  color();
  poster_->set_piece(piece());
}

bool PosterWork::by_quantiles() const {
  return is_colored(order_) && colors_by_quantiles(order_.settings.look);
}

bool PosterWork::lacks_ranks() const {
  return by_quantiles() && !checkpoint_.state.ranks;
}

ValueSample PosterWork::empty_sample() const {
  return {maker_.size(), colors_of(maker_).zero_is_special};
}

void PosterWork::color() {
  if (!by_quantiles()) return;
  ranks_.emplace(checkpoint_.state.ranks.value());
  const ColorMap colors = colors_of(maker_, *ranks_);
  poster_->set_colors(colors);
  maker_.color_by(colors);
}

bool PosterWork::open_file(const Waiter& waiter, const AskedOfPiece& asked) {
  color();
  PositionedFile& file = checkpoint_.unfinished().file();
  if (piece().area() > written_at_once) file.give_up_when(waiter.stop);
  try {
    return open_ = go_on(waiter, asked);
  } catch (const GivenUp&) {
    return false;
  }
}

bool PosterWork::go_on(const Waiter& waiter, const AskedOfPiece& asked) {
  const PosterState& state = checkpoint_.state;
  checkpoint_.unfinished().file().cut(state.kept.bytes);
  if (state.kept.pieces > 0) {
    const auto compute = [&](const Cutout& part) -> std::optional<ComputedPart> {
      auto made = maker_.make(part, waiter);
      return made ? std::optional(std::move(made->part)) : std::nullopt;
    };
    const auto mended = go_on_with(*poster_, piece(), state.kept, compute, asked);
    if (!mended) return false;
    mended_ = *mended;
  } else {
    poster_->begin(piece());
  }
  return true;
}

std::string PosterWork::begun_text() const {
  if (!order_.resume) return {};
  if (mended_ == 0) return ", begun earlier";
  return fmt::format(", begun earlier, {} damaged piece{} computed again", mended_, mended_ == 1 ? "" : "s");
}

double PosterWork::figure_of(std::int64_t i, const FieldView& computed) const {
  FieldView own = computed;
  own.size = (*pieces_)[i].size;
  const std::int64_t before = computed.size.area() - own.size.area();
  own.data = static_cast<std::byte*>(computed.data) + before * static_cast<std::int64_t>(bytes_of(computed.precision));
  const auto figure = maker_.figure(own);
  return figure ? figure->value : 0;
}

std::string PosterWork::figure_text() const {
  const auto figure = maker_.figure({});
  if (!figure) return {};
  const auto value = checkpoint_.figure();
  if (!value) return fmt::format("; {}: not known for pieces of an earlier version", figure->label);
  return fmt::format("; {}: {} {}", figure->label, *value, figure->unit);
}

ProductionStep PosterWork::step(std::int64_t i, std::int64_t begun, double taken_ms) const {
  const Cutout part = (*pieces_)[std::min(i, pieces_->count() - 1)];
  ProductionStep out{.done = i,
                     .all = pieces_->count(),
                     .left_s = {},
                     .now = fmt::format("{}x{} at {},{}", part.size.width, part.size.height, part.x, part.y)};
  if (maker_.reduction() != nullptr) out.part = out.parts = 2;  // the first one looks over the source
  if (i > begun) out.left_s = taken_ms / 1000 / static_cast<double>(i - begun) * static_cast<double>(out.all - i);
  return out;
}

}  // namespace heteroscope
