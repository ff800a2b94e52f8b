#include "app/lessons/steps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/results/lesson_columns.hpp"
#include "core/base/error.hpp"
#include "core/base/shell_word.hpp"
#include "core/model/settings/settings.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

const LessonRow& written_row(const Lesson& lesson) {
  return *std::ranges::find_if(lesson.rows, [](const LessonRow& each) { return each.own.has_value(); });
}

bool is_for(const LessonRow& row, const OwnSource& file) {
  return row.own && row.own->processor == file.processor && row.settings.problem.workload == file.workload->id &&
         row.stage == file.stage;
}

void take_file(LessonRow& row, const OwnSource& file) {
  if (!row.own->file.empty()) {
    throw BadInput(fmt::format("{}: the lesson has {} for the {} already; one file for each processor", file.id(),
                               row.own->file, words_of(file.processor)));
  }
  row.own->file = file.id();
  row.label = row.own->first_save ? file.id() + ", first save" : file.id();
  choose_variant(row.settings, *file.workload, fmt::format("{}={}", file.workload->stages[file.stage].id, file.id()));
  row.command += " --variant " + shell_word(file.path.string());
}

}  // namespace

Lesson with_files(Lesson lesson, std::span<const OwnSource* const> files) {
  for (const OwnSource* const file : files) {
    bool taken = false;
    for (LessonRow& row : lesson.rows) {
      if (!is_for(row, *file)) continue;
      take_file(row, *file);
      taken = true;
    }
    if (!taken) {
      throw BadInput(fmt::format("{}: the lesson {} has no row for a variant of {}, {}, on the {}", file->id(),
                                 lesson.id, file->workload->id, file->workload->stages[file->stage].id,
                                 words_of(file->processor)));
    }
  }
  return lesson;
}

std::string why_no_file(const Lesson& lesson, const LessonRow& row) {
  if (!lesson.is_written()) return {};
  const Processor processor = row.own ? row.own->processor : row.settings.execution.processor;
  return has_file(lesson, {}, processor) ? std::string()
                                         : fmt::format("no file of your own for the {} was given", words_of(processor));
}

std::vector<std::size_t> steps_for(const Lesson& lesson, Processor processor) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < lesson.questions.size(); ++i) {
    if (lesson.questions[i].written_for == processor) out.push_back(i);
  }
  return out;
}

std::vector<Processor> written_for(const Lesson& lesson) {
  std::vector<Processor> out;
  for (const LessonQuestion& each : lesson.questions) {
    if (each.is_step() && std::ranges::find(out, *each.written_for) == out.end()) out.push_back(*each.written_for);
  }
  return out;
}

bool has_file(const Lesson& lesson, const TakenLesson& taken, Processor processor) {
  return std::ranges::any_of(lesson.rows, [&](const LessonRow& each) {
    return each.own && each.own->processor == processor &&
           (!each.own->file.empty() || find_lesson_row(taken.measured, each.id) != nullptr);
  });
}

std::size_t reached(const Lesson& lesson, const TakenLesson& taken, Processor processor) {
  const std::vector<std::size_t> steps = steps_for(lesson, processor);
  const auto open =
      std::ranges::find_if(steps, [&](std::size_t step) { return taken.questions[step].measured != step_reached; });
  return static_cast<std::size_t>(open - steps.begin());
}

const Workload& written_workload(const Lesson& lesson) {
  return find_workload(catalog(), written_row(lesson).settings.problem.workload);
}

const Stage& written_stage(const Lesson& lesson) {
  return written_workload(lesson).stages[written_row(lesson).stage];
}

const ResultRow* find_lesson_row(const Result& in, std::string_view id) {
  const auto found = std::ranges::find_if(in.rows, [&](const ResultRow& each) {
    const Datum* const row = each.find(column::lesson::row);
    return row != nullptr && text_of(row->value) == id;
  });
  return found == in.rows.end() ? nullptr : &*found;
}

void keep_first_saves(Result& first, const Result& measured, const Lesson& lesson) {
  for (const LessonRow& each : lesson.rows) {
    if (!each.own || each.own->first_save || find_lesson_row(first, each.id) != nullptr) continue;
    if (const ResultRow* const row = find_lesson_row(measured, each.id)) first.rows.push_back(*row);
  }
}

std::string file_of_start(const Lesson& lesson, Processor processor) {
  return fmt::format("my_{}{}", written_workload(lesson).id, processor == Processor::cpu ? ".cpp" : ".cu");
}

std::string command_of_start(const Lesson& lesson, Processor processor) {
  const Workload& workload = written_workload(lesson);
  const auto taking = std::ranges::count_if(workload.stages, [](const Stage& each) { return each.own.has_value(); });
  return fmt::format("heteroscope new {}{} {}", workload.id,
                     taking > 1 ? fmt::format(" --stage {}", written_stage(lesson).id) : "",
                     file_of_start(lesson, processor));
}

}  // namespace heteroscope
