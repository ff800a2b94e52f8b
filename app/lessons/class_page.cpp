#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/reading.hpp"
#include "app/lessons/answers.hpp"
#include "app/results/lesson_columns.hpp"
#include "app/text/page.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {

namespace {

/// A lesson as one of them took it.
struct TakenBy {
  const Answers* by;
  const TakenLesson* lesson;
};

std::vector<std::vector<TakenBy>> by_lesson(const std::vector<Answers>& all) {
  std::vector<std::vector<TakenBy>> out;
  for (const Answers& each : all) {
    for (const TakenLesson& lesson : each.lessons) {
      auto same = std::ranges::find_if(
          out, [&](const std::vector<TakenBy>& known) { return known.front().lesson->id == lesson.id; });
      if (same == out.end()) same = out.insert(out.end(), std::vector<TakenBy>());
      same->push_back({&each, &lesson});
    }
  }
  return out;
}

void check_questions(const std::vector<TakenBy>& taken) {
  const auto asked = [](const TakenBy& each) {
    std::vector<std::pair<std::string, std::vector<std::string>>> out;
    for (const Explained& question : each.lesson->questions) out.emplace_back(question.ask, question.choices);
    return out;
  };
  for (const TakenBy& each : taken) {
    if (asked(each) == asked(taken.front())) continue;
    throw BadInput(fmt::format("the questions of lesson {} in {} differ from those in {}", quote(each.lesson->id),
                               quote(each.by->name), quote(taken.front().by->name)));
  }
}

std::string choice_text(const Explained& question, const std::optional<std::size_t>& choice, const char* none) {
  return choice ? question.choices[*choice] : none;
}

/// "3 of 5 predicted it, 4 machines measured it", for each choice.
TextTable choices_table(const std::vector<TakenBy>& taken, std::size_t question) {
  TextTable out({{"choice"}, {"predicted by", true}, {"measured by", true}});
  const auto& choices = taken.front().lesson->questions[question].choices;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const auto count = [&](auto Explained::*which) {
      return std::to_string(std::ranges::count_if(
          taken, [&](const TakenBy& each) { return each.lesson->questions[question].*which == i; }));
    };
    out.add({choices[i], count(&Explained::predicted), count(&Explained::measured)});
  }
  return out;
}

TextTable people_table(const std::vector<TakenBy>& taken, std::size_t question) {
  TextTable out({{"who"}, {"predicted"}, {"measured there"}, {"as predicted"}});
  for (const TakenBy& each : taken) {
    const Explained& of = each.lesson->questions[question];
    const char* const agreed = !of.predicted || !of.measured ? "" : of.predicted == of.measured ? "yes" : "no";
    out.add(
        {each.by->name, choice_text(of, of.predicted, "nothing"), choice_text(of, of.measured, "undecided"), agreed});
  }
  return out;
}

/// Rows as any of them has them, and their times on each machine.
TextTable times_table(const std::vector<TakenBy>& taken) {
  std::vector<TextTable::Column> columns{{"what"}};
  Names rows;
  for (const TakenBy& each : taken) {
    columns.push_back({each.by->name, true});
    for (const ResultRow& row : each.lesson->measured.rows) rows.place(cell(row, column::lesson::label));
  }
  TextTable out(std::move(columns));
  for (const std::string& label : rows.all()) {
    std::vector<std::string> cells{label};
    for (const TakenBy& each : taken) {
      const auto& measured = each.lesson->measured.rows;
      const auto row =
          std::ranges::find_if(measured, [&](const ResultRow& of) { return cell(of, column::lesson::label) == label; });
      cells.push_back(row == measured.end() ? "" : median_text(*row));
    }
    out.add(std::move(cells));
  }
  return out;
}

Document said_by(const std::vector<TakenBy>& taken, std::size_t question) {
  List out;
  for (const TakenBy& each : taken) {
    std::string text = each.by->name + ":";
    for (const std::string& said : each.lesson->questions[question].said) text += " " + said;
    out.items.push_back(std::move(text));
  }
  return {Paragraph{"What each measurement showed:"}, std::move(out)};
}

PageSection section_of(const std::vector<TakenBy>& taken) {
  PageSection out{.id = "lesson-" + taken.front().lesson->id, .title = taken.front().lesson->title, .body = {}};
  for (std::size_t i = 0; i < taken.front().lesson->questions.size(); ++i) {
    out.body += fmt::format("<h3>{}</h3>\n", html_escaped(taken.front().lesson->questions[i].ask));
    out.body += html({Paragraph{"How many students predicted, and how many machines measured, each choice:"},
                      choices_table(taken, i), Paragraph{"Who predicted what:"}, people_table(taken, i)});
    out.body += html(said_by(taken, i));
  }
  List machines;
  for (const TakenBy& each : taken)
    machines.items.push_back(fmt::format("{}: {}", each.by->name, machine_text(each.lesson->measured)));
  out.body += "<h3>Times</h3>\n" + html({Paragraph{"What each machine measured:"}, times_table(taken),
                                         Paragraph{"Measured on"}, std::move(machines)});
  return out;
}

}  // namespace

std::string class_html(const std::vector<Answers>& all) {
  std::vector<PageSection> sections;
  for (const std::vector<TakenBy>& each : by_lesson(all)) {
    check_questions(each);
    sections.push_back(section_of(each));
  }
  const std::string people = list_ids(all, [](const Answers& each) {
    return fmt::format("{} ({})", each.name, plural(each.lessons.size(), "lesson"));
  });
  return html_page("heteroscope: predictions and measurements of a class", people, sections);
}

}  // namespace heteroscope
