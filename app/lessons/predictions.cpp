#include "app/lessons/predictions.hpp"

#include <nlohmann/json.hpp>

#include "app/files/own_folder.hpp"
#include "app/files/state_file.hpp"

namespace heteroscope {
namespace {

using nlohmann::ordered_json;

constexpr StateKind kept_predictions{
    .key = "heteroscope_predictions", .refusal = "not kept predictions", .levels = 5, .largest = std::size_t{1} << 20};
constexpr std::size_t most_lessons = 1000;
constexpr std::size_t longest_id = 40;

/// The questions of one lesson; 0 stands for one without a prediction.
std::vector<Prediction> predictions_in_section(const Section& section) {
  const nlohmann::json* const choices = section.find("choices");
  if (choices == nullptr || !choices->is_array()) throw section.fail(Wrong::missing, "choices", "is missing");
  std::vector<Prediction> out;
  for (const nlohmann::json& each : *choices) {
    if (!each.is_number_unsigned()) throw section.fail(Wrong::kind, "choices", "are not whole numbers");
    const auto choice = each.get<std::size_t>();
    out.push_back(choice == 0 ? std::nullopt : Prediction(choice - 1));
  }
  return out;
}

}  // namespace

std::filesystem::path predictions_path() {
  return own_file("lessons.json");
}

std::string predictions_text(const Predictions& predictions) {
  ordered_json list = ordered_json::array();
  for (const auto& [lesson, chosen] : predictions) {
    ordered_json choices = ordered_json::array();
    for (const Prediction& each : chosen) choices.push_back(each ? *each + 1 : 0);
    list.push_back({{"lesson", lesson}, {"choices", std::move(choices)}});
  }
  return state_text(kept_predictions, {{"lessons", std::move(list)}});
}

Predictions predictions_from_text(const std::string& text, const std::string& name) {
  const StateText state(kept_predictions, text, name);
  Predictions out;
  state.for_each("lessons", most_lessons, [&](const Section& section) {
    out[section.wanted("lesson", longest_id)] = predictions_in_section(section);
  });
  return out;
}

RecalledPredictions recall_predictions(const std::filesystem::path& path) {
  return recall<RecalledPredictions>(kept_predictions, path, "predictions are not as they were", predictions_from_text);
}

std::vector<Prediction> fitting(const std::vector<Prediction>& kept, const Lesson& lesson) {
  std::vector<Prediction> out(lesson.questions.size());
  if (kept.size() != out.size()) return out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (kept[i] && *kept[i] < lesson.questions[i].choices.size()) out[i] = kept[i];
  }
  return out;
}

}  // namespace heteroscope
