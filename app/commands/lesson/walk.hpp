#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lessons/explain.hpp"

/// A lesson on a terminal.
namespace heteroscope {

/// The scene, what can be tried, and what will be measured. `in_window`: the window has the lesson as well, which it
/// has of the program's own.
std::string opening_text(const Lesson& lesson, bool in_window);

/// Asks each question on standard output and reads the choices from standard input, until each is one. Throws BadInput
/// where the input ends before.
std::vector<Prediction> ask_predictions(const Lesson& lesson);

/// "2,1": a choice for each question, counted from 1. Throws BadInput that says how many are wanted.
std::vector<Prediction> predictions_in(const std::string& option, const std::string& text, const Lesson& lesson);

/// The end of a lesson: what was measured, which predictions held, and where to read on.
std::string ending_text(const Lesson& lesson, const TakenLesson& taken);

}  // namespace heteroscope
