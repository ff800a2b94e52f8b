#pragma once

#include <string>
#include <vector>

#include "app/lessons/explain.hpp"

/// A lesson on a terminal.
namespace heteroscope {

/// The scene, what can be tried, and what will be measured. `in_window`: the window has the lesson as well, which it
/// has of the program's own.
std::string opening_text(const Lesson& lesson, bool in_window);

/// How a person writes a file and measures it, of a lesson with steps.
std::string files_text(const Lesson& lesson);

/// Asks each question on standard output and reads the choices from standard input, until each is one. Throws BadInput
/// where the input ends before.
std::vector<Prediction> ask_predictions(const Lesson& lesson);

/// "2,1": a choice for each question, counted from 1. Throws BadInput that says how many are wanted.
std::vector<Prediction> predictions_in(const std::string& option, const std::string& text, const Lesson& lesson);

/// The end of a lesson: what was measured, which predictions held or which steps were reached, and where to read on.
/// `hints`: how many of each open step's hints are shown.
std::string ending_text(const Lesson& lesson, const TakenLesson& taken, std::size_t hints);

}  // namespace heteroscope
