#include "app/lessons/explain.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/bench/reading.hpp"

namespace heteroscope {

namespace {

/// What a finding says; empty for nothing.
std::string said_of(const LessonFinding& finding, const Told& told, const std::vector<std::string>& rows,
                    const Result& measured) {
  switch (told.verdict) {
    case Verdict::holds:
      return with_figures(finding.then, rows, measured);
    case Verdict::does_not:
      return with_figures(finding.otherwise, rows, measured);
    case Verdict::unknown:
      break;
  }
  const std::string start = finding.unknown.empty() ? "It cannot be told here" : finding.unknown;
  return fmt::format("{}: {}.", with_figures(start, rows, measured), told.why);
}

Explained explain_one(const LessonQuestion& question, const Prediction& predicted, const std::vector<std::string>& rows,
                      const Result& measured) {
  Explained out{.ask = question.ask,
                .choices = question.choices,
                .predicted = predicted,
                .measured = std::nullopt,
                .said = {}};
  for (const LessonFinding& each : question.findings) {
    const Told told = tell(each.all, measured);
    if (told.verdict == Verdict::holds && !out.measured) out.measured = each.answer;
    std::string said = said_of(each, told, rows, measured);
    const bool new_words = !said.empty() && std::ranges::find(out.said, said) == out.said.end();
    if (new_words) out.said.push_back(std::move(said));
  }
  return out;
}

std::string rate_over(const ResultRow& first, const ResultRow& row) {
  const double of_first = first.number("median_ms");
  const double of_row = row.number("median_ms");
  return of_row > 0 ? times(of_first / of_row) + " ×" : std::string();
}

}  // namespace

TakenLesson explain(const Lesson& lesson, const std::vector<Prediction>& predictions, Result measured) {
  TakenLesson out{.id = lesson.id, .title = lesson.title, .questions = {}, .measured = std::move(measured)};
  const std::vector<std::string> rows = lesson.row_ids();
  for (std::size_t i = 0; i < lesson.questions.size(); ++i) {
    const Prediction predicted = i < predictions.size() ? predictions[i] : std::nullopt;
    out.questions.push_back(explain_one(lesson.questions[i], predicted, rows, out.measured));
  }
  return out;
}

std::string outcome_of(const Explained& question) {
  std::string out;
  if (question.predicted) out = fmt::format("You predicted: {}. ", question.choices[*question.predicted]);
  if (!question.measured) return out + "What was measured here decides for none of the choices.";
  out += fmt::format("Measured here: {}", question.choices[*question.measured]);
  if (!question.predicted) return out + ".";
  return out + (question.predicted == question.measured ? ", as you predicted." : ".");
}

Document measured_rows(const Lesson& lesson, const Result& measured) {
  Document out;
  if (!measured.rows.empty()) {
    const ResultRow& first = measured.rows.front();
    std::vector<TextTable::Column> columns{{"what"}, {"time", true}, {"±", true}, {"speed", true}};
    for (const std::string& each : lesson.shown) {
      const Datum* const datum = first.find(each);
      columns.push_back({datum == nullptr ? each : datum->name, true});
    }
    TextTable table(std::move(columns));
    for (const ResultRow& row : measured.rows) {
      std::vector<std::string> cells{cell(row, lesson_ids::label), cell(row, "median_ms"), cell(row, "reach"),
                                     rate_over(first, row)};
      for (const std::string& each : lesson.shown) cells.push_back(cell(row, each));
      table.add(std::move(cells));
    }
    out.emplace_back(std::move(table));
  }
  List missing;
  for (const ResultRow& each : rows_of(measured.facts, lesson_ids::missing))
    missing.items.push_back(fmt::format("Not measured: {}: {}", each.text("label"), each.text("why")));
  if (!missing.items.empty()) out.emplace_back(std::move(missing));
  return out;
}

std::vector<std::string> closing_of(const Lesson& lesson, const Result& measured) {
  std::vector<std::string> out;
  for (const std::string& each : lesson.closing) out.push_back(with_figures(each, lesson.row_ids(), measured));
  return out;
}

}  // namespace heteroscope
