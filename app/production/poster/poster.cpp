#include "app/production/poster/poster.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/compute/compute.hpp"
#include "app/production/poster/piece_costs_file.hpp"
#include "app/production/poster/poster_ranks.hpp"
#include "app/production/poster/poster_work.hpp"
#include "app/ranks/ranks.hpp"
#include "app/text/table.hpp"
#include "core/base/given_up.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"
#include "core/base/watch.hpp"
#include "core/base/worker.hpp"
#include "core/io/extension.hpp"
#include "core/io/file.hpp"

namespace heteroscope {
namespace {

/// A poster under way: each piece is computed while the one before is written.
class Poster : public Production {
 public:
  explicit Poster(PosterOrder order) : work_(std::move(order)) {}

  [[nodiscard]] std::string warning() const override { return work_.warning(); }
  [[nodiscard]] std::string_view how_to_go_on() const override { return heteroscope::how_to_go_on(work_.order()); }

  Made run(const GoOn& go_on) override {
    if (PosterWork::follows()) {
      work_.agree();
      follow_poster(work_);
      return {.finished = true, .kept = false, .line = {}, .note = {}};
    }
    Unfinished& unfinished = checkpoint_.unfinished();
    unfinished.open(work_.order().resume, checkpoint_.state.kept.bytes);
    bool stopped = false;
    const Failure failed =
        attempt([&] { stopped = !look_over_source(go_on) || !look_for_ranks(go_on) || !compute_all(go_on); });
    if (failed) {
      writer_.join();
      attempt([&] { checkpoint_.keep(work_.kept()); });  // what was kept before stays where the disk is full
      if (checkpoint_.anything()) raise_with_kept(failed);
      unfinished.remove();
      raise(failed);
    }
    checkpoint_.keep(work_.kept());
    if (stopped) {
      const bool kept = checkpoint_.anything();
      if (!kept) unfinished.remove();
      return {.finished = false, .kept = kept, .line = work_.kept_text(), .note = {}};
    }
    put_costs();
    const Watch watch;
    unfinished.file().give_up_when({});
    work_.file().end();
    unfinished.finish();
    write_ms_ += watch.ms();
    const Plan& plan = work_.plan();
    return {.finished = true,
            .kept = false,
            .line = report(),
            .note = plan.workload->advice(plan.parameters, maker_.size(), plan.settings.problem.precision)};
  }

 private:
  [[noreturn]] void raise_with_kept(const Failure& failed) const {
    raise({failed.kind, fmt::format("{}; {} are saved: {}", failed.line, work_.kept_text(), how_to_go_on())});
  }

  /// Where they are asked for. Before the poster takes its place: where they cannot be written, its pieces are kept.
  void put_costs() const {
    const auto& path = work_.order().costs;
    if (!path) return;
    if (const Failure failed = attempt([&] { write_file(*path, piece_costs_json(costs_, what())); }))
      raise_with_kept(failed);
  }

  /// The first pass, where the pieces wait for what all of the source says. Whether nobody stopped it.
  bool look_over_source(const GoOn& go_on) {
    if (maker_.reduction() == nullptr) return true;
    Survey& survey = checkpoint_.state.survey;
    const std::int64_t begun = survey.pieces;
    begin_pass();
    while (survey.pieces < work_.pieces().count()) {
      const std::int64_t i = survey.pieces;
      ProductionStep next = work_.step(i, begun, pass_ms());
      next.now = "first pass: " + next.now;
      next.part = 1;
      if (!asked(go_on, next) || !maker_.look_at(work_.pieces()[i], survey, work_.order().waiter)) {
        give_up_ranks();
        return false;
      }
      checkpoint_.keep_survey_now_and_then();
    }
    maker_.know(survey);
    return true;
  }

  /// Some rows, where colors are by ranks: no part of its own, as it takes little. Whether nobody stopped it.
  bool look_for_ranks(const GoOn& go_on) {
    if (!work_.lacks_ranks()) return true;
    ValueSample sample = work_.empty_sample();
    const std::int64_t begun = checkpoint_.state.kept.pieces;
    for (int i = 0; i < sample.rows(); ++i) {
      ProductionStep next = work_.step(begun, begun, 0);
      next.now = fmt::format("finding the range of colors, row {} of {}", i + 1, sample.rows());
      if (!asked(go_on, next) || !maker_.look_at_row(i, sample, work_.order().waiter)) {
        give_up_ranks();
        return false;
      }
    }
    checkpoint_.state.ranks = ValueQuantiles(sample).shares();
    return true;
  }

  /// Whether nobody stopped it.
  bool compute_all(const GoOn& go_on) {
    begin_pass();
    // before the others are told of the work: they would wait for pieces
    const auto checked = [&](std::int64_t i) {
      ProductionStep next = work_.step(checkpoint_.state.kept.pieces, checkpoint_.state.kept.pieces, 0);
      next.now = fmt::format("checking saved pieces, {} of {}", i + 1, checkpoint_.state.kept.pieces);
      return asked(go_on, next);
    };
    if (!work_.open_file(work_.order().waiter, checked)) {
      give_up_ranks();
      return false;
    }
    if (ranks() != nullptr) work_.agree();
    if (ranks() != nullptr || work_.order().costs) {
      SharedPoster shared = lead_poster(work_, go_on);
      write_ms_ += shared.write_ms;
      shares_ = std::move(shared.shares);
      costs_ = std::move(shared.costs);
      return shared.all;
    }
    const std::int64_t begun = checkpoint_.state.kept.pieces;
    bool all = true;
    for (std::int64_t i = begun; i < work_.pieces().count(); ++i) {
      const Cutout part = work_.pieces()[i];
      if (!(all = asked(go_on, work_.step(i, begun, pass_ms())))) break;
      std::optional<MadePart> made = maker_.make(part, work_.order().waiter);
      if (!(all = made.has_value())) break;
      maker_.add(made->compute_ms, made->operations, made->unit);
      written();
      checkpoint_.count(i, work_.figure_of(i, made->part.values.host_view()));
      const Failure refused = writer_.start([this, part, computed = std::move(made->part)] {
        const Watch watch;
        try {
          work_.file().put(part, computed.cells());
        } catch (const GivenUp&) {
          given_up_ = true;
        }
        write_ms_ += watch.ms();
      });
      if (refused) raise(refused);
    }
    written();
    return all && !given_up_;
  }

  void begin_pass() {
    pass_ = Watch();
    asked_ms_ = 0;
  }
  /// Without the time in which it was asked whether to go on: whoever is asked may let it wait.
  [[nodiscard]] double pass_ms() const { return pass_.ms() - asked_ms_; }
  bool asked(const GoOn& go_on, const ProductionStep& next) {
    const Watch watch;
    const bool out = go_on(next);
    asked_ms_ += watch.ms();
    return out;
  }

  /// Waits for the piece that is being written; now and then what is kept is said.
  void written() {
    if (const Failure failed = writer_.join()) raise(failed);
    checkpoint_.keep_now_and_then(work_.kept());
  }

  /// "mandelbrot 16384x9216 fp64 on cpu (simd, 2 threads)".
  [[nodiscard]] std::string what() const {
    const Problem& problem = work_.order().settings.problem;
    return fmt::format("{} {}x{} {} on {}", problem.workload, maker_.size().width, maker_.size().height,
                       id_of(problem.precision), executed_by(work_.plan()));
  }

  [[nodiscard]] std::string report() const {
    const PosterOrder& order = work_.order();
    const std::int64_t pieces = work_.pieces().count();
    const Size piece = work_.piece();
    return fmt::format("wrote {}: {}: {} of {}x{}{}: computing {}, writing {}, total {}{}{}{}",
                       printable(order.out.string()), what(), plural(pieces, "piece"), piece.width, piece.height,
                       work_.begun_text(), milliseconds(maker_.compute_ms()), milliseconds(write_ms_),
                       milliseconds(all_.ms()), maker_.rate(), shares_, work_.figure_text());
  }

  PosterWork work_;
  PartMaker& maker_ = work_.maker();
  PosterCheckpoint& checkpoint_ = work_.checkpoint();
  double asked_ms_ = 0;
  double write_ms_ = 0;    ///< while other pieces are computed
  std::string shares_;     ///< what each rank has done; empty for one alone
  PieceCosts costs_;       ///< where they are asked for
  bool given_up_ = false;  ///< a piece was not written to its end
  Watch all_, pass_;
  Worker writer_;  ///< last: it is joined before anything goes
};

}  // namespace

bool takes_pieces(const std::filesystem::path& out) {
  const std::string extension = extension_of(out);
  return extension == ".png" || extension == ".npy" || extension == ".tif" || extension == ".tiff";
}

PosterOutlook poster_outlook(const PosterOrder& order) {
  return PosterWork(order).outlook();
}

std::string_view how_to_go_on(const PosterOrder& order) {
  return order.costs ? "--resume without --costs continues" : "--resume continues";
}

std::unique_ptr<Production> make_poster(PosterOrder order) {
  return std::make_unique<Poster>(std::move(order));
}

}  // namespace heteroscope
