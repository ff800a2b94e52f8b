#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "app/production/unfinished.hpp"
#include "core/base/watch.hpp"
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

}  // namespace heteroscope
