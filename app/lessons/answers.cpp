#include "app/lessons/answers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/files/own_folder.hpp"
#include "app/files/state_file.hpp"
#include "core/base/error.hpp"
#include "core/io/file.hpp"
#include "core/io/json/json_section.hpp"
#include "core/io/json/json_text.hpp"

namespace heteroscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr int answers_version = 1;
constexpr int deepest_answers = 24;
constexpr std::size_t longest_said = 10000;
constexpr std::size_t largest_answers = std::size_t{1} << 26;
constexpr StateKind kept_answers{
    .key = answers_key, .refusal = "not kept answers", .levels = deepest_answers, .largest = largest_answers};

/// Choices are counted from 1, as people see them.
Json choice_json(const std::optional<std::size_t>& choice) {
  return choice ? Json(*choice + 1) : Json();
}

Json json_of_lesson(const TakenLesson& lesson) {
  Json questions = Json::array();
  for (const Explained& each : lesson.questions) {
    questions.push_back({{"ask", each.ask},
                         {"choices", each.choices},
                         {"predicted", choice_json(each.predicted)},
                         {"measured", choice_json(each.measured)},
                         {"said", each.said}});
  }
  return {{"lesson", lesson.id},
          {"title", lesson.title},
          {"questions", std::move(questions)},
          {"run", Json::parse(result_json(lesson.measured))}};
}

std::vector<std::string> texts_in(const Section& section, std::string_view of) {
  std::vector<std::string> out;
  const nlohmann::json* const list = section.find(of);
  if (list == nullptr || !list->is_array()) throw section.fail(Wrong::kind, of, "is not a list ([…])");
  for (const nlohmann::json& each : *list) {
    if (!each.is_string()) throw section.fail(Wrong::kind, of, "is not a list of texts");
    out.push_back(each.get<std::string>());
  }
  return out;
}

std::optional<std::size_t> choice_in(const Section& section, std::string_view of, std::size_t count) {
  const nlohmann::json* const value = section.find(of);
  if (value == nullptr || value->is_null()) return std::nullopt;
  double number = 0;
  section.read(of, number, 1, static_cast<double>(count));
  return static_cast<std::size_t>(number) - 1;
}

Explained question_in(const Section& section) {
  Explained out{.ask = section.text("ask", longest_said).value_or(""),
                .choices = texts_in(section, "choices"),
                .predicted = {},
                .measured = {},
                .said = texts_in(section, "said")};
  if (out.choices.empty()) throw section.fail(Wrong::missing, "choices", "are missing");
  out.predicted = choice_in(section, "predicted", out.choices.size());
  out.measured = choice_in(section, "measured", out.choices.size());
  return out;
}

TakenLesson lesson_in(const Json& item, const std::string& where, const std::string& name) {
  const nlohmann::json object(item);
  const Section section(object, where + ".", name);
  TakenLesson out{
      .id = section.wanted("lesson"), .title = section.text("title").value_or(""), .questions = {}, .measured = {}};
  const nlohmann::json* const questions = section.find("questions");
  if (questions == nullptr || !questions->is_array())
    throw section.fail(Wrong::kind, "questions", "is not a list ([…])");
  for (std::size_t i = 0; i < questions->size(); ++i)
    out.questions.push_back(question_in(Section((*questions)[i], fmt::format("{}.questions[{}].", where, i), name)));
  (void)section.needed("run");
  out.measured = result_from_json(item["run"].dump(), fmt::format("{}: {}.run", name, where));
  return out;
}

}  // namespace

void put(Answers& answers, TakenLesson lesson) {
  const auto known = std::ranges::find(answers.lessons, lesson.id, &TakenLesson::id);
  if (known == answers.lessons.end()) {
    answers.lessons.push_back(std::move(lesson));
  } else {
    *known = std::move(lesson);
  }
}

std::string answers_json(const Answers& answers) {
  Json lessons = Json::array();
  for (const TakenLesson& each : answers.lessons) lessons.push_back(json_of_lesson(each));
  const Json out{{answers_key, answers_version}, {"name", answers.name}, {"lessons", std::move(lessons)}};
  return written_json(out, 2) + "\n";
}

Answers answers_from_json(const std::string& text, const std::string& name) {
  const Json root = parse_ordered_json(text, name, deepest_answers);
  if (!root.is_object() || root.value(answers_key, Json()) != answers_version)
    throw BadInput(fmt::format("{}: not a file of `heteroscope lesson --save`, version {}", name, answers_version));
  const nlohmann::json object(root);
  const Section section(object, "", name);
  Answers out{.name = section.text("name").value_or(""), .lessons = {}};
  const Json lessons = root.value("lessons", Json());
  if (!lessons.is_array()) throw section.fail(Wrong::kind, "lessons", "is not a list ([…])");
  for (std::size_t i = 0; i < lessons.size(); ++i)
    out.lessons.push_back(lesson_in(lessons[i], fmt::format("lessons[{}]", i), name));
  return out;
}

Answers load_answers(const std::string& path) {
  return answers_from_json(read_text(path, largest_answers, Streams::piped), path);
}

std::filesystem::path kept_answers_path() {
  return own_file("answers.json");
}

RecalledAnswers recall_answers(const std::filesystem::path& path) {
  return recall<RecalledAnswers>(kept_answers, path, "measured lessons are not as they were", answers_from_json);
}

}  // namespace heteroscope
