#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/lessons/explain.hpp"

/// A person's predictions in lessons, kept from one start of the window to the next.
namespace heteroscope {

/// By a lesson's id a choice for each of its questions.
using Predictions = std::map<std::string, std::vector<Prediction>>;

/// The file of the user's folder; empty where there is no such folder.
std::filesystem::path predictions_path();

std::string predictions_text(const Predictions& predictions);
/// Throws BadInput, naming `name`, for a text that is no such file.
Predictions predictions_from_text(const std::string& text, const std::string& name);

/// The predictions of earlier starts, and a line that says what is wrong with their file; empty where it can be read.
struct RecalledPredictions {
  Predictions predictions;
  std::string trouble;
};
RecalledPredictions recall_predictions(const std::filesystem::path& path);

/// Those of a lesson with so many questions and choices as far as they fit: a lesson may have changed since.
std::vector<Prediction> fitting(const std::vector<Prediction>& kept, const Lesson& lesson);

}  // namespace heteroscope
