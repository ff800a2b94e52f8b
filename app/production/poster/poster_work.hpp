#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/production/poster/part_maker.hpp"
#include "app/production/poster/poster.hpp"
#include "app/production/unfinished.hpp"
#include "core/base/watch.hpp"
#include "core/poster/pieces.hpp"
#include "core/poster/poster_state.hpp"

namespace heteroscope {

/// How far a poster is, here and on the disk.
class PosterCheckpoint {
 public:
  explicit PosterCheckpoint(std::filesystem::path out) : unfinished_(std::move(out)) {}

  [[nodiscard]] Unfinished& unfinished() { return unfinished_; }
  /// What is kept, or will be with the next keep(). The survey is brought up to date by whoever makes it.
  PosterState state;

  /// What an earlier process has left. Throws BadInput where there is none.
  [[nodiscard]] PosterState begun() const;
  /// Takes over what an earlier process has left of the poster that `state` describes; `tile`: the piece that is asked
  /// for. Throws BadInput where it is another's, or none.
  void take_over(const PosterFile& poster, std::optional<Size> tile);
  /// Throws BadInput where the state cannot be of a poster of so many pieces, which has so many partials in its survey
  /// (0: there is none).
  void check(std::int64_t pieces, std::size_t partials) const;

  /// What piece `i` adds to the figure of the whole, which is kept with the piece.
  void count(std::int64_t i, double figure) { counted_[i] = figure; }
  /// That figure, of what is kept and of what is not yet. Nothing: it is not known of all.
  [[nodiscard]] std::optional<double> figure() const;

  /// What the file has now may be gone on with.
  void keep(const Kept& kept);
  /// The same for its first piece, and for others now and then.
  void keep_now_and_then(const Kept& kept);
  /// The same of the survey.
  void keep_survey_now_and_then();

  [[nodiscard]] bool anything() const { return state.kept.pieces > 0 || state.survey.pieces > 0; }
  /// "3 of 20 pieces of a.tif".
  [[nodiscard]] std::string text(std::int64_t pieces) const;

 private:
  static constexpr double between_ms = 1000;
  [[noreturn]] void refuse() const;

  Unfinished unfinished_;
  std::map<std::int64_t, double> counted_;  ///< by piece, those that are not kept
  Watch since_;
};

/// A poster that is to be made: what is computed, what it is written to, in which pieces, and how much of it is kept.
class PosterWork {
 public:
  /// Looks at all that can be known before, and writes nothing. Throws BadInput where it cannot be made.
  explicit PosterWork(PosterOrder order);

  [[nodiscard]] const PosterOrder& order() const { return order_; }
  [[nodiscard]] PartMaker& maker() { return maker_; }
  [[nodiscard]] const PartMaker& maker() const { return maker_; }
  [[nodiscard]] PosterFile& file() { return *poster_; }
  [[nodiscard]] PosterCheckpoint& checkpoint() { return checkpoint_; }
  [[nodiscard]] const Pieces& pieces() const { return *pieces_; }
  [[nodiscard]] Size piece() const { return checkpoint_.state.piece; }
  /// Of the first piece.
  [[nodiscard]] const Plan& plan() const { return *first_; }
  [[nodiscard]] PosterOutlook outlook() const;
  /// What is not certain about the disk; empty: nothing.
  [[nodiscard]] const std::string& warning() const { return warning_; }

  /// It is one of several ranks, and not the one that writes: it gets to know its pieces by agree().
  [[nodiscard]] static bool follows();
  /// All ranks compute the same poster, in the pieces that rank 0 says, with what it has found in the source.
  void agree();

  /// It is colored by ranks, and these are not known yet: others find them in the rows of such a sample.
  [[nodiscard]] bool lacks_ranks() const;
  [[nodiscard]] ValueSample empty_sample() const;

  /// Asked before each piece that is looked at; whether to go on.
  using AskedOfPiece = std::function<bool(std::int64_t)>;
  /// Opens the file where what is kept ends, of which damaged pieces are computed again. False: that was given up.
  bool open_file(const Waiter& waiter, const AskedOfPiece& asked);
  /// ", begun earlier"; empty where it was not.
  [[nodiscard]] std::string begun_text() const;
  /// A piece's own values, the last of `computed`, are part of the poster: what they add to the figure of the whole.
  [[nodiscard]] double figure_of(std::int64_t i, const FieldView& computed) const;
  /// "; undecided (method: perturbed): 12 pixels" of all pieces; empty where there is no such figure.
  [[nodiscard]] std::string figure_text() const;
  /// What is in the file by now, also before it is open.
  [[nodiscard]] const Kept& kept() const { return open_ ? poster_->kept() : checkpoint_.state.kept; }
  /// "3 of 20 pieces of a.tif".
  [[nodiscard]] std::string kept_text() const { return checkpoint_.text(pieces_->count()); }
  /// Where it is before piece `i`, in a pass that began with piece `begun` and has taken so long.
  [[nodiscard]] ProductionStep step(std::int64_t i, std::int64_t begun, double taken_ms) const;

 private:
  void lay_out();
  bool go_on(const Waiter& waiter, const AskedOfPiece& asked);
  [[nodiscard]] bool by_quantiles() const;
  /// Colors are known from now on.
  void color();

  PosterOrder order_;
  PartMaker maker_;
  PosterCheckpoint checkpoint_;
  std::unique_ptr<PosterFile> poster_;
  std::optional<Pieces> pieces_;
  std::optional<Plan> first_;
  std::optional<ValueQuantiles> ranks_;
  std::string warning_;
  std::int64_t mended_ = 0;  ///< pieces that were computed again
  bool open_ = false;
};

}  // namespace heteroscope
