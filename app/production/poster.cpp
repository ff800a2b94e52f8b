#include "app/production/poster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/commands/compute.hpp"
#include "app/production/unfinished.hpp"
#include "app/ranks/shared_pieces.hpp"
#include "app/text/table.hpp"
#include "core/base/message.hpp"
#include "core/base/watch.hpp"
#include "core/base/worker.hpp"
#include "core/color/palette.hpp"
#include "core/io/settings_json.hpp"
#include "core/memory/memory_limit.hpp"
#include "core/poster/pieces.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

/// Cells of a piece where nobody says how large one is to be, unless memory is short.
std::int64_t usual_cells(Size whole) {
  constexpr std::int64_t least = 65536;
  constexpr std::int64_t bytes_a_cell = 32;   // two pieces at a time, as values and as colors
  constexpr std::int64_t pieces_a_rank = 32;  // so that ranks end at about the same time
  std::int64_t cells = std::int64_t{1} << 24;
  while (cells > least && static_cast<double>(cells * bytes_a_cell) > static_cast<double>(memory::limit()) / 4)
    cells /= 4;
  const std::int64_t shared = ranks() == nullptr ? cells : whole.area() / (pieces_a_rank * ranks()->world().count());
  while (cells > least && cells > shared) cells /= 4;
  return cells;
}

Size whole_size(const Settings& settings) {
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  const std::any parameters = workload.bind(settings.problem.parameters);
  return workload.extent(parameters, settings.problem.size, settings.problem.precision).size;
}

Plan plan_of_part(const Settings& settings, const Cutout& part) {
  Planned planned = plan_part(settings, catalog(), device::all(), part);
  if (!planned) throw BadInput(planned.refusal);
  return std::move(*planned.plan);
}

/// The colors of every piece: those that the whole would have.
ColorMap colors_of(const Settings& settings) {
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  if (colors_by_ranks(settings.look))
    throw BadInput("--scale histogram: colors by ranks need all values at once; another scale, or .npy, does not");
  if (settings.look.automatic && (workload.colored_as_input() || workload.coloring.high_parameter.empty())) {
    throw BadInput(
        fmt::format("--range: the colors of {} end where its values do, which are not known piece by piece: "
                    "name both ends",
                    workload.id));
  }
  return color_map(settings.look, workload, settings.problem.parameters, {});
}

/// A poster under way: its files, its pieces, what is kept of it.
class Poster : public Production {
 public:
  explicit Poster(PosterOrder order) : order_(std::move(order)), unfinished_(order_.out) {
    const std::string extension = order_.out.extension().string();
    const bool colored = extension != ".npy" && !order_.values;
    const std::string text = to_json(order_.settings, catalog());
    size_ = whole_size(order_.settings);
    // said before what a format cannot hold
    plan_ = plan_of_part(order_.settings, {.size = {1, 1}, .whole = size_});
    check_limit(*plan_, order_.allow_unstable);
    PosterShape shape{.size = size_, .precision = plan_->output.precision, .text = text, .values = !colored};
    if (colored) shape.colors = colors_of(order_.settings);
    poster_ = poster_file(extension, std::move(shape), unfinished_.file());
    state_ = {.version = HETEROSCOPE_VERSION,
              .format = extension,
              .values = order_.values,
              .piece = {},
              .settings = text,
              .kept = {}};
    if (follows()) {
      state_.piece = {1, 1};  // what rank 0 says
      agree();
    } else if (order_.resume) {
      look_at_state();
    } else {
      unfinished_.refuse_earlier();
      state_.piece = order_.tile ? poster_->piece(*order_.tile) : poster_->usual_piece(usual_cells(size_));
    }
    pieces_.emplace(size_, state_.piece);
    if (state_.kept.pieces > pieces_->count()) refuse_state();
    plan_ = plan_of_part(order_.settings, (*pieces_)[0]);
    if (follows()) return;
    unfinished_.check_room(poster_->most_bytes(), state_.kept.bytes, size_);
    if (ranks() != nullptr) agree();
  }

  [[nodiscard]] PosterOutlook outlook() const {
    return {.size = size_, .piece = state_.piece, .pieces = pieces_->count(), .most_bytes = poster_->most_bytes()};
  }

  Made run(const GoOn& go_on) override {
    if (follows()) {
      poster_->set_piece(state_.piece);
      follow(*ranks(), shared(go_on, 0));
      return {.finished = true, .kept = false, .line = {}, .note = {}};
    }
    unfinished_.open(order_.resume, state_.kept.bytes);
    bool stopped = false;
    const Failure failed = attempt([&] { stopped = !compute_all(go_on); });
    if (failed) {
      writer_.join();
      attempt([&] { keep(); });  // what was kept before stays where the disk is full
      if (state_.kept.pieces > 0)
        raise({failed.kind, fmt::format("{}; {} are kept: --resume goes on", failed.line, kept_text())});
      unfinished_.remove();
      raise(failed);
    }
    if (stopped) {
      keep();
      const bool kept = state_.kept.pieces > 0;
      if (!kept) unfinished_.remove();
      return {.finished = false, .kept = kept, .line = kept_text(), .note = {}};
    }
    const Watch watch;
    keep();
    poster_->end();
    unfinished_.finish();
    write_ms_ += watch.ms();
    return {.finished = true,
            .kept = false,
            .line = report(),
            .note = plan_->workload->advice(plan_->parameters, size_, plan_->settings.problem.precision)};
  }

 private:
  [[noreturn]] void refuse_state() const {
    throw BadInput(fmt::format("{}: this is no state of an unfinished poster", unfinished_.state_path().string()));
  }

  void look_at_state() {
    const PosterState begun = unfinished_.state();
    state_.piece = order_.tile ? poster_->piece(*order_.tile) : begun.piece;
    if (const std::string what = difference(begun, state_); !what.empty())
      throw BadInput(fmt::format("--resume: {} is of another poster: {}", unfinished_.state_path().string(), what));
    if (poster_->piece(begun.piece) != begun.piece) refuse_state();
    state_.kept = begun.kept;
  }

  /// It is one of several ranks, and not the one that writes.
  static bool follows() { return ranks() != nullptr && !ranks()->leads(); }

  /// All ranks compute the same poster, in the pieces that rank 0 says.
  void agree() {
    const std::string work = ranks()->agree(to_text(state_), [&](const std::string& theirs) {
      if (theirs.empty()) return std::string("nothing");
      PosterState other = poster_state_of(theirs, "a rank's poster");
      other.piece = state_.piece;
      return difference(other, state_);
    });
    state_ = poster_state_of(work, "rank 0's poster");
  }

  /// Nothing: it was given up.
  std::optional<Frame> compute(const Cutout& part, const std::atomic<bool>* give_up) {
    return executor_.execute(plan_of_part(order_.settings, part), {.summarize = true, .cancel = give_up});
  }

  /// As ranks share it: `begun` are written.
  SharedPieces shared(const GoOn& go_on, std::int64_t begun) {
    constexpr std::size_t most_cell_bytes = 8;
    const std::size_t quarter = memory::limit() / 4;
    const std::size_t piece_bytes = static_cast<std::size_t>(state_.piece.area()) * most_cell_bytes;
    return {.begun = begun,
            .count = pieces_->count(),
            .held = std::clamp<std::int64_t>(static_cast<std::int64_t>(quarter / piece_bytes), 3, 16),
            .room = quarter,
            .costs = follows() ? std::vector<double>() : last_costs(),
            .compute = [this](std::int64_t i, const std::atomic<bool>& cancel) { return compute_one(i, cancel); },
            .put = [this](std::int64_t i, std::span<const std::byte> bytes) { put_one(i, bytes); },
            .go_on =
                [this, &go_on, begun](std::int64_t written) {
                  return go_on(step(written, begun, (*pieces_)[std::min(written, pieces_->count() - 1)]));
                }};
  }

  /// What the last pieces take, compared with each other: the work of the same places in a coarse picture.
  std::vector<double> last_costs() {
    constexpr std::int64_t most_for_each_rank = 4;
    constexpr double coarse_side = 16;
    const std::int64_t count =
        std::min<std::int64_t>(pieces_->count() - state_.kept.pieces, most_for_each_rank * ranks()->world().count());
    const double scale = std::max(1.0, std::sqrt(static_cast<double>(state_.piece.area())) / coarse_side);
    const auto coarse = [&](int cells) { return std::max(1, static_cast<int>(cells / scale)); };
    Settings settings = order_.settings;
    settings.problem.size = {coarse(size_.width), coarse(size_.height)};
    const Size whole = whole_size(settings);
    std::vector<double> out;
    for (std::int64_t i = pieces_->count() - count; i < pieces_->count(); ++i) {
      const Cutout part = (*pieces_)[i];
      const int x = std::min(static_cast<int>(part.x / scale), whole.width - 1);
      const int y = std::min(static_cast<int>(part.y / scale), whole.height - 1);
      const Size size{std::min(coarse(part.size.width), whole.width - x),
                      std::min(coarse(part.size.height), whole.height - y)};
      const Frame frame =
          executor_.execute(plan_of_part(settings, {.x = x, .y = y, .size = size, .whole = whole}), {}).value();
      out.push_back(frame.work.operations * static_cast<double>(part.size.area()) / static_cast<double>(size.area()));
    }
    return out;
  }

  std::optional<ComputedPiece> compute_one(std::int64_t i, const std::atomic<bool>& cancel) {
    const Cutout part = (*pieces_)[i];
    auto frame = compute(poster_->needed_for(part), &cancel);
    if (!frame) return std::nullopt;
    ComputedPiece out{.encode = {},
                      .compute_ms = frame->timing.total,
                      .operations = frame->work.operations,
                      .unit = std::string(frame->work.unit)};
    const auto field = std::make_shared<Field>(std::move(frame->field));
    out.encode = [this, part, field] { return poster_->encode(part, field->host_view()); };
    return out;
  }

  void put_one(std::int64_t i, std::span<const std::byte> bytes) {
    const Watch watch;
    poster_->put_encoded((*pieces_)[i], bytes);
    keep_now_and_then();
    write_ms_ += watch.ms();
  }

  bool share_all(const GoOn& go_on) {
    const Watch watch;
    const SharedOut out = lead(*ranks(), shared(go_on, state_.kept.pieces));
    for (const RankShare& each : out.ranks) {
      compute_ms_ += each.compute_ms;
      operations_ += each.operations;
      if (!each.unit.empty()) unit_ = each.unit;
    }
    shares_ = "; " + shares_text(out.ranks, watch.ms());
    return out.all;
  }

  /// Whether nobody stopped it.
  bool compute_all(const GoOn& go_on) {
    if (order_.resume) {
      unfinished_.file().cut(state_.kept.bytes);
      poster_->go_on(state_.piece, state_.kept,
                     [&](const Cutout& part) { return compute(part, nullptr).value().field; });
    } else {
      unfinished_.file().cut(0);
      poster_->begin(state_.piece);
    }
    if (ranks() != nullptr) return share_all(go_on);
    const std::int64_t begun = state_.kept.pieces;
    bool all = true;
    for (std::int64_t i = begun; i < pieces_->count(); ++i) {
      const Cutout part = (*pieces_)[i];
      const Watch asked;
      all = go_on(step(i, begun, part));
      asked_ms_ += asked.ms();
      if (!all) break;
      std::optional<Frame> frame = compute(part, order_.give_up);
      if (!(all = frame.has_value())) break;
      compute_ms_ += frame->timing.total;
      operations_ += frame->work.operations;
      unit_ = frame->work.unit;
      written();
      const Failure refused = writer_.start([this, part, field = std::move(frame->field)] {
        const Watch watch;
        poster_->put(part, field.host_view());
        write_ms_ += watch.ms();
      });
      if (refused) raise(refused);
    }
    written();
    return all;
  }

  [[nodiscard]] ProductionStep step(std::int64_t i, std::int64_t begun, const Cutout& part) const {
    ProductionStep out{.done = i,
                       .all = pieces_->count(),
                       .left_s = {},
                       .now = fmt::format("{}x{} at {},{}", part.size.width, part.size.height, part.x, part.y)};
    const double taken_s = (all_.ms() - asked_ms_) / 1000;
    if (i > begun) out.left_s = taken_s / static_cast<double>(i - begun) * static_cast<double>(out.all - i);
    return out;
  }

  /// Waits for the piece that is being written; now and then what is kept is said.
  void written() {
    if (const Failure failed = writer_.join()) raise(failed);
    keep_now_and_then();
  }

  void keep_now_and_then() {
    constexpr double between_ms = 1000;
    const bool first = state_.kept.pieces == 0;
    if (poster_->kept().pieces == state_.kept.pieces || (!first && since_kept_.ms() < between_ms)) return;
    keep();
  }

  /// What the file has now may be gone on with.
  void keep() {
    PosterState now = state_;
    now.kept = poster_->kept();
    unfinished_.keep(now);
    state_ = now;
    since_kept_ = Watch();
  }

  [[nodiscard]] std::string kept_text() const {
    return fmt::format("{} of {} pieces of {}", state_.kept.pieces, pieces_->count(), order_.out.string());
  }

  [[nodiscard]] std::string report() const {
    const std::string rate = compute_ms_ > 0 && operations_ > 0
                                 ? fmt::format("; {} {}/s", with_prefix(operations_ / compute_ms_ * 1000), unit_)
                                 : "";
    const std::string earlier = order_.resume ? ", begun earlier" : "";
    return fmt::format("wrote {}: {} {}x{} {} on {}: {} piece{} of {}x{}{}: computing {}, writing {}, total {}{}{}",
                       printable(order_.out.string()), plan_->workload->id, size_.width, size_.height,
                       id_of(plan_->settings.problem.precision), executed_by(*plan_), pieces_->count(),
                       pieces_->count() == 1 ? "" : "s", state_.piece.width, state_.piece.height, earlier,
                       milliseconds(compute_ms_), milliseconds(write_ms_), milliseconds(all_.ms()), rate, shares_);
  }

  PosterOrder order_;
  Unfinished unfinished_;
  Size size_;
  std::optional<Plan> plan_;  ///< of the first piece
  std::unique_ptr<PosterFile> poster_;
  PosterState state_;
  std::optional<Pieces> pieces_;
  Executor executor_;
  double asked_ms_ = 0;  ///< in which it was asked whether to go on: whoever is asked may let it wait
  double compute_ms_ = 0;
  double write_ms_ = 0;  ///< while other pieces are computed
  double operations_ = 0;
  std::string unit_;
  std::string shares_;  ///< what each rank has done; empty for one alone
  Watch all_, since_kept_;
  Worker writer_;  ///< last: it is joined before anything goes
};

}  // namespace

bool takes_pieces(const std::filesystem::path& out) {
  const std::filesystem::path extension = out.extension();
  return extension == ".png" || extension == ".npy" || extension == ".tif" || extension == ".tiff";
}

PosterOutlook poster_outlook(const PosterOrder& order) {
  return Poster(order).outlook();
}

std::unique_ptr<Production> make_poster(PosterOrder order) {
  return std::make_unique<Poster>(std::move(order));
}

}  // namespace heteroscope
