#include "app/lessons/explain.hpp"

#include <fmt/format.h>

#include "app/analysis/claims/told.hpp"
#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/results/lesson_columns.hpp"
#include "app/results/row_columns.hpp"

namespace heteroscope {

namespace {

/// What findings say: where none of them decides for a choice, why it cannot be told, once.
std::vector<std::string> said_of(const std::vector<LessonFinding>& findings, const std::vector<ToldVerdict>& told,
                                 bool decided, const RowNames& rows, const Result& measured) {
  std::vector<std::string> out;
  bool why_said = decided;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const LessonFinding& each = findings[i];
    if (told[i].verdict != Verdict::unknown) {
      const std::string& text = told[i].verdict == Verdict::holds ? each.then : each.otherwise;
      if (!text.empty()) out.push_back(with_figures(text, rows, measured));
    } else if (!each.unknown.empty() || !why_said) {
      const std::string start = each.unknown.empty() ? "Undecided" : each.unknown;
      out.push_back(fmt::format("{}: {}.", with_figures(start, rows, measured), told[i].why));
      why_said = true;
    }
  }
  return out;
}

Explained explain_one(const LessonQuestion& question, const Prediction& predicted, const RowNames& rows,
                      const Result& measured) {
  Explained out{
      .ask = question.ask, .choices = question.choices, .predicted = predicted, .measured = std::nullopt, .said = {}};
  std::vector<ToldVerdict> told;
  for (const LessonFinding& each : question.findings) {
    told.push_back(tell(each.all, measured));
    if (told.back().verdict == Verdict::holds && !out.measured) out.measured = each.answer;
  }
  out.said = said_of(question.findings, told, out.measured.has_value(), rows, measured);
  if (out.said.empty()) out.said.emplace_back("What was measured fits none of the explanations in this lesson.");
  return out;
}

std::string rate_over(const ResultRow& first, const ResultRow& row) {
  const double of_first = first.number(column::median_ms);
  const double of_row = row.number(column::median_ms);
  return of_row > 0 ? times(of_first / of_row) + " ×" : std::string();
}

}  // namespace

TakenLesson explain(const Lesson& lesson, const std::vector<Prediction>& predictions, Result measured) {
  TakenLesson out{.id = lesson.id, .title = lesson.title, .questions = {}, .measured = std::move(measured)};
  for (std::size_t i = 0; i < lesson.questions.size(); ++i) {
    const Prediction predicted = i < predictions.size() ? predictions[i] : std::nullopt;
    out.questions.push_back(explain_one(lesson.questions[i], predicted, lesson.names, out.measured));
  }
  return out;
}

std::string outcome_of(const Explained& question) {
  std::string out;
  if (question.predicted) out = fmt::format("You predicted: {}. ", question.choices[*question.predicted]);
  if (!question.measured) return out + "It is undecided here.";
  out += fmt::format("The answer here: {}", question.choices[*question.measured]);
  if (!question.predicted) return out + ".";
  return out + (question.predicted == question.measured ? ", as you predicted." : ".");
}

Document measured_rows(const Lesson& lesson, const Result& measured) {
  Document out;
  if (!measured.rows.empty()) {
    const ResultRow& first = measured.rows.front();
    std::vector<TextTable::Column> columns{{"what"}, {"time", true}, {"±", true}, {"speed", true}};
    const bool others = has_others(measured);
    if (others) columns.push_back({"others", true});
    for (const std::string& each : lesson.shown) {
      const Datum* const datum = first.find(each);
      columns.push_back({datum == nullptr ? each : datum->name, true});
    }
    TextTable table(std::move(columns));
    for (const ResultRow& row : measured.rows) {
      std::vector<std::string> cells{cell(row, column::lesson::label), median_text(row), cell(row, column::reach),
                                     rate_over(first, row)};
      if (others) cells.push_back(others_cell(row));
      for (const std::string& each : lesson.shown) cells.push_back(cell(row, each));
      table.add(std::move(cells));
    }
    out.emplace_back(std::move(table));
    std::ranges::move(others_notes(measured), std::back_inserter(out));
  }
  List missing;
  for (const ResultRow& each : rows_of(measured.facts, column::lesson::missing)) {
    missing.items.push_back(
        fmt::format("Not measured: {} ({})", each.text(column::lesson::label), each.text(column::lesson::why)));
  }
  if (!missing.items.empty()) out.emplace_back(std::move(missing));
  return out;
}

std::vector<std::string> closing_of(const Lesson& lesson, const Result& measured) {
  std::vector<std::string> out;
  for (const std::string& each : lesson.closing) {
    if (figures_known(each, lesson.names, measured)) out.push_back(with_figures(each, lesson.names, measured));
  }
  return out;
}

}  // namespace heteroscope
