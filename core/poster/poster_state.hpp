#pragma once

#include <optional>
#include <string>

#include "core/color/value_quantiles.hpp"
#include "core/poster/poster_file.hpp"
#include "core/poster/survey.hpp"

namespace heteroscope {

/// The state that is kept beside an unfinished poster: how far it is, and all that its bytes follow from.
struct PosterState {
  std::string version;   ///< of the program
  std::string format;    ///< the name's end
  bool values = false;   ///< no colors
  Size piece;            ///< that it is computed in
  std::string settings;  ///< as JSON
  Kept kept;
  Survey survey;                     ///< of the first pass, where there is one
  std::optional<ValueShares> ranks;  ///< once they are known, of a picture that is colored by them
  std::optional<double> figure{};    ///< of the pieces that are kept, where the workload has one that is a sum
};

std::string to_text(const PosterState& state);
/// Throws BadInput, naming `name`, for a text that is none.
PosterState poster_state_of(const std::string& text, const std::string& name);
/// On how many threads it was begun; none where its settings do not say so.
std::optional<int> threads_of(const PosterState& state);
/// The first difference that makes them states of two posters ("settings /parameters/span"); empty if they belong to
/// one, however far it is. Throws BadInput for settings that are no JSON.
std::string difference(const PosterState& begun, const PosterState& asked);

}  // namespace heteroscope
