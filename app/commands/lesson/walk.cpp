#include "app/commands/lesson/walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "app/console/console.hpp"
#include "app/lessons/steps.hpp"
#include "app/text/document.hpp"
#include "app/text/wrapped.hpp"
#include "core/base/comma_list.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/number_text.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {

namespace {

std::string paragraph(const std::string& text) {
  return wrapped("", text) + "\n";
}

std::string headed(const std::string& text) {
  return fmt::format("## {}\n\n", markdown_escaped(text));
}

std::string question_text(const Lesson& lesson, std::size_t i) {
  const LessonQuestion& question = lesson.questions[i];
  std::string out = headed(lesson.questions.size() == 1 ? "Your prediction" : fmt::format("Prediction {}", i + 1)) +
                    paragraph(question.ask);
  for (std::size_t k = 0; k < question.choices.size(); ++k)
    out += wrapped(fmt::format("  {}  ", k + 1), question.choices[k]);
  return out + "\n";
}

std::optional<std::size_t> choice_in(std::string_view text, std::size_t count) {
  const auto number = number_from<std::size_t>(text);
  return number && *number >= 1 && *number <= count ? std::optional(*number - 1) : std::nullopt;
}

}  // namespace

std::string opening_text(const Lesson& lesson, bool in_window) {
  std::string out = fmt::format("# {}\n\n", markdown_escaped(lesson.title));
  if (!lesson.source.empty()) out += paragraph(fmt::format("From {}.", lesson.source));
  for (const std::string& each : lesson.scene) out += paragraph(each);
  out += headed("Try it") + (lesson.hint.empty() ? "" : paragraph(lesson.hint));
  for (const LessonRow& each : lesson.rows) {
    if (!each.own || (!each.own->file.empty() && !each.own->first_save))
      out += fmt::format("- {}: {}\n", markdown_escaped(each.label), markdown_code(each.command + " --out try.png"));
  }
  out += "\n";
  return in_window ? out + "The window has this lesson, too, with a button for each of these (F3).\n\n" : out;
}

std::vector<Prediction> ask_predictions(const Lesson& lesson) {
  std::vector<Prediction> out;
  for (std::size_t i = 0; i < lesson.questions.size(); ++i) {
    const std::size_t count = lesson.questions[i].choices.size();
    print_out(question_text(lesson, i));
    for (Prediction choice; !choice;) {
      print_out(fmt::format("1 to {}: ", count));
      flush_out();
      std::string line;
      if (!std::getline(std::cin, line)) throw BadInput("lesson: the input ended before all predictions were made");
      choice = choice_in(line, count);
      if (choice) out.push_back(choice);
    }
    print_out("\n");
  }
  return out;
}

std::vector<Prediction> predictions_in(const std::string& option, const std::string& text, const Lesson& lesson) {
  const std::vector<std::string_view> words = words_between_commas(text);
  if (words.size() != lesson.questions.size()) {
    throw BadInput(fmt::format("{} {}: the lesson {} asks for {}{}", option, quote(text), lesson.id,
                               plural(lesson.questions.size(), "prediction"),
                               lesson.questions.size() == 1 ? "" : ", separated by commas"));
  }
  std::vector<Prediction> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t count = lesson.questions[i].choices.size();
    out.push_back(choice_in(words[i], count));
    if (!out.back()) {
      throw BadInput(fmt::format("{} {}: {} is not one of the choices, 1 to {}", option, quote(text),
                                 quote(std::string(words[i])), count));
    }
  }
  return out;
}

std::string files_text(const Lesson& lesson) {
  std::string out = headed("Write it");
  out += paragraph(
      "Write a file to start from, for the processor that you want to program; it is a variant at once. Then measure "
      "it, change it, and measure it again:");
  for (const Processor each : written_for(lesson)) {
    out += fmt::format(
        "- {}: {}, then {}\n", words_of(each), markdown_code(command_of_start(lesson, each)),
        markdown_code(fmt::format("heteroscope lesson {} --variant {}", lesson.id, file_of_start(lesson, each))));
  }
  return out + "\n";
}

namespace {

std::string answers_text(const TakenLesson& taken) {
  std::string out = headed("What this means");
  for (const Explained& each : taken.questions) {
    if (taken.questions.size() > 1) out += wrapped("", each.ask);
    out += paragraph(outcome_of(each));
    for (const std::string& said : each.said) out += paragraph(said);
  }
  return out;
}

std::string hints_text(const LessonQuestion& step, std::size_t wanted) {
  std::string out;
  const std::size_t shown = std::min(wanted, step.hints.size());
  for (std::size_t i = 0; i < shown; ++i) out += wrapped(fmt::format("  hint {}  ", i + 1), step.hints[i]);
  if (shown == step.hints.size()) return out;
  const std::size_t left = step.hints.size() - shown;
  return out + wrapped("  ", fmt::format("({}; --hints {} opens the {} one)", plural(left, "hint"), shown + 1,
                                         shown == 0 ? "first" : "next"));
}

/// The steps that the file has reached, and the one that is open.
std::string steps_text(const Lesson& lesson, const TakenLesson& taken, Processor processor, std::size_t hints) {
  const std::vector<std::size_t> steps = steps_for(lesson, processor);
  const std::size_t done = reached(lesson, taken, processor);
  std::string out = headed(fmt::format("On the {}: {} of {}", words_of(processor), done, plural(steps.size(), "step")));
  for (std::size_t i = 0; i < std::min(done + 1, steps.size()); ++i) {
    const Explained& step = taken.questions[steps[i]];
    out += paragraph(fmt::format("Step {}{}. {}", i + 1, i < done ? ", reached" : "", step.ask));
    for (const std::string& said : step.said) out += paragraph(said);
    if (i == done) out += hints_text(lesson.questions[steps[i]], hints) + "\n";
  }
  return out;
}

}  // namespace

std::string ending_text(const Lesson& lesson, const TakenLesson& taken, std::size_t hints) {
  std::string out = headed("Measured") + markdown(measured_rows(lesson, taken.measured)) + "\n";
  if (lesson.is_written()) {
    for (const Processor each : written_for(lesson)) {
      if (has_file(lesson, taken, each)) out += steps_text(lesson, taken, each, hints);
    }
  } else {
    out += answers_text(taken);
  }
  for (const std::string& each : closing_of(lesson, taken.measured)) out += paragraph(each);
  if (lesson.code.empty()) return out;
  out += headed("Read the code");
  for (const CodePlace& each : lesson.code) out += wrapped("- ", fmt::format("{}: {}", each.file, each.about));
  return out;
}

}  // namespace heteroscope
