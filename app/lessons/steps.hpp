#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/explain.hpp"
#include "core/own/source/own_source.hpp"

/// Lessons in which a person writes: whose file is measured, and which step comes next.
namespace heteroscope {

/// The lesson with a person's files in the rows that they compute. Throws BadInput for a file that the lesson has no
/// rows for, and for a second one of a processor.
Lesson with_files(Lesson lesson, std::span<const OwnSource* const> files);

/// Returns why a row is not measured as long as there is no file that it is compared with: "no file of your own for the
/// GPU"; empty: there is one, or the lesson asks for none.
std::string why_no_file(const Lesson& lesson, const LessonRow& row);

/// The steps for a processor, as places in the lesson's list.
std::vector<std::size_t> steps_for(const Lesson& lesson, Processor processor);

/// The processors for which the lesson has steps, in the order in which they come first.
std::vector<Processor> written_for(const Lesson& lesson);

/// Whether there is a file for that processor, or was one where it was measured.
bool has_file(const Lesson& lesson, const TakenLesson& taken, Processor processor);

/// How many of the steps for a processor a file has reached, without a gap: the next one is open.
std::size_t reached(const Lesson& lesson, const TakenLesson& taken, Processor processor);

/// The workload whose variants the lesson's files are, and the stage of it.
const Workload& written_workload(const Lesson& lesson);
const Stage& written_stage(const Lesson& lesson);

/// The row of a measurement that is the lesson's with that id; null: it has none.
const ResultRow* find_lesson_row(const Result& in, std::string_view id);

/// Adds to what was measured of first saves that of files which were measured the first time now.
void keep_first_saves(Result& first, const Result& measured, const Lesson& lesson);

/// "my_binarize.cu": the file to start from.
std::string file_of_start(const Lesson& lesson, Processor processor);
/// "heteroscope new binarize --stage mean my_binarize.cu": writes that file.
std::string command_of_start(const Lesson& lesson, Processor processor);

}  // namespace heteroscope
