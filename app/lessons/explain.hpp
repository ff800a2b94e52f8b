#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// A choice of a question, from 0; none where no prediction was made.
using Prediction = std::optional<std::size_t>;

/// The answer to a question.
struct Explained {
  std::string ask;
  std::vector<std::string> choices;
  Prediction predicted;
  std::optional<std::size_t> measured;  ///< the choice that is right where it was measured; none: it cannot be told
  std::vector<std::string> said;        ///< paragraphs, of what was measured
};

/// A lesson as far as somebody has taken it; stands alone, without the lesson's file.
struct TakenLesson {
  std::string id;
  std::string title;
  std::vector<Explained> questions;
  Result measured;
};

/// One prediction a question.
TakenLesson explain(const Lesson& lesson, const std::vector<Prediction>& predictions, Result measured);

/// "You predicted: static. The answer here: dynamic.", or "It is undecided here." where times do not tell or are
/// missing.
std::string outcome_of(const Explained& question);

/// The rows with their times, how much faster they are than the first, and what the lesson shows of them; what was not
/// measured, with the reason, below.
Document measured_rows(const Lesson& lesson, const Result& measured);

/// Paragraphs for whatever was measured, without those that quote what was not.
std::vector<std::string> closing_of(const Lesson& lesson, const Result& measured);

}  // namespace heteroscope
