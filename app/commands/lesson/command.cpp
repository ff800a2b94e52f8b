#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "app/commands/commands.hpp"
#include "app/commands/lesson/walk.hpp"
#include "app/commands/progress.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/lessons/answers.hpp"
#include "app/lessons/measure.hpp"
#include "app/lessons/steps.hpp"
#include "app/options/file_use.hpp"
#include "app/options/own_files.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"
#include "core/base/typed_number.hpp"
#include "core/process/signals.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

struct LessonOptions {
  std::vector<std::string> words;  ///< a lesson's id, or the answers of a class
  std::optional<std::string> file, answer, answers, measured, json, save, name, out, hints, first;
  std::vector<std::string> variants;  ///< files
  bool quick = false;
  bool whole_class = false;
};

constexpr const char* lesson_footer = R"(
Without an id the lessons are listed, with what this machine lacks for each. A lesson sets a scene,
asks for a prediction, measures, and explains what was measured on this machine, even if it is not
what textbooks say. If something cannot be measured here, for example without a GPU, or is not
certain, the lesson says so.

--measured explains what another machine measured: `--json` writes such a file, which `heteroscope
report` also reads. --save keeps predictions and measurements; --class makes a page from the files
of a class.

Ctrl-C ends the measurement after the present run (within it, if the CPU alone computes). What was
measured is explained and written, the lesson names what is missing, and the exit code is 130.

In lessons whose ids begin with write- you write a variant yourself, for the GPU or the CPU. Each step
has a goal, which is checked by measuring your file beside built-in variants, once its values agree with
the reference's; hints open one by one. The window measures each save.

--file takes a lesson of your own: docs/extending/suites-and-lessons.md explains its format.

Examples:
  heteroscope lesson
  heteroscope lesson schedules --answers 2,3,3
  heteroscope lesson atomics --answers 3,3,1,3 --quick --save anna.json --name Anna
  heteroscope lesson write-heat
  heteroscope lesson write-heat --variant my_heat.cpp --hints 1
  heteroscope lesson --class anna.json ben.json --out class.html)";

/// Shows on standard error how far a lesson's measurement is, and ends it where somebody asks for the end (Ctrl-C).
class LessonProgress final : public BenchWatch {
 public:
  void comes(const BenchProgress& at) override { progress_.show(at.done, at.all, at.left_s, at.now); }
  [[nodiscard]] bool stopped() override { return EndOnRequest::asked(); }

 private:
  Progress progress_{"lesson"};
  EndOnRequest signals_;
};

LessonScale scale_of(const LessonOptions& options) {
  return options.quick ? LessonScale::quick : LessonScale::full;
}

int list_lessons() {
  TextTable table({{"lesson"}, {"question"}, {"can be measured"}});
  for (const Lesson& each : all_lessons(LessonScale::full))
    table.add({each.id, each.title, means_text(means_for(each))});
  print_out(table.markdown() + "\n`heteroscope lesson ID` starts a lesson; in the window F3 lists them.\n");
  return 0;
}

/// The answers that the file has, to which one is added; none where there is no file.
Answers answers_before(const LessonOptions& options) {
  Answers out;
  if (std::error_code unknown; std::filesystem::exists(*options.save, unknown)) out = load_answers(*options.save);
  if (options.name && !out.name.empty() && *options.name != out.name) {
    throw BadInput(
        fmt::format("--name {}: {} contains the answers of {}", quote(*options.name), *options.save, quote(out.name)));
  }
  if (options.name) out.name = *options.name;
  if (out.name.empty()) throw BadInput("--save: whose answers are these? Add --name NAME");
  return out;
}

std::vector<Prediction> predictions_for(const LessonOptions& options, const Lesson& lesson) {
  if (lesson.is_written() && (options.answer || options.answers))
    throw BadInput(fmt::format("--answers: the lesson {} has steps, and asks for no predictions", lesson.id));
  if (lesson.is_written()) return {};
  if (options.answer && options.answers) throw BadInput("--answer and --answers mean the same; give only one");
  if (options.answer) return predictions_in("--answer", *options.answer, lesson);
  if (options.answers) return predictions_in("--answers", *options.answers, lesson);
  if (isatty(STDIN_FILENO) == 0) {
    throw BadInput(fmt::format("lesson {}: {} {} needed, and standard input is not a terminal: add --answers {}",
                               lesson.id, plural(lesson.questions.size(), "prediction"),
                               noun(lesson.questions.size(), "is", "are"), lesson.questions.size() == 1 ? "N" : "N,N"));
  }
  return {};
}

/// What only lessons with steps take.
void refuse_without_steps(const Lesson& lesson, const LessonOptions& options) {
  if (lesson.is_written()) return;
  for (const auto& [given, name] :
       {std::pair(!options.variants.empty(), "--variant"), std::pair(options.hints.has_value(), "--hints"),
        std::pair(options.first.has_value(), "--first")})
    if (given) throw BadInput(fmt::format("{}: the lesson {} has no steps in which one writes", name, lesson.id));
}

/// The lesson with the files of --variant. Throws BadInput where a measurement is asked for without one.
Lesson with_written(Lesson lesson, const LessonOptions& options) {
  refuse_without_steps(lesson, options);
  if (!lesson.is_written()) return lesson;
  if (options.measured && !options.variants.empty())
    throw BadInput("--measured explains what was measured before, so --variant would change nothing");
  if (options.variants.empty() && !options.measured &&
      (options.json || options.save || options.hints || options.first)) {
    throw BadInput(fmt::format("lesson {}: which file is measured? Add --variant FILE; {} writes one to start from",
                               lesson.id, command_of_start(lesson, written_for(lesson).front())));
  }
  return with_files(std::move(lesson), open_own_files(options.variants));
}

Result measure_here(const Lesson& lesson, const LessonOptions& options) {
  std::optional<Result> first;
  if (options.first) first = load_measured(*options.first, lesson);
  LessonProgress progress;
  return measure_lesson(lesson, lesson_effort(scale_of(options)), progress, first ? &*first : nullptr);
}

/// A line that says how far it came.
int complain_of_end(const Lesson& lesson, const TakenLesson& taken) {
  print_error("heteroscope", fmt::format("lesson {} was stopped after {} of {} rows", lesson.id,
                                         taken.measured.rows.size(), lesson.rows.size()));
  return exit_stopped;
}

/// Refuses what does not go together, and files that would be overwritten.
void check_one_lesson(const LessonOptions& options) {
  if (options.file && !options.words.empty())
    throw BadInput(fmt::format("{}: --file already names the lesson", quote(options.words.front())));
  if (options.words.size() > 1)
    throw BadInput(fmt::format("{} was not expected: only one lesson at a time", quote(options.words[1])));
  if (options.out) throw BadInput("--out belongs to --class");
  if (options.name && !options.save) throw BadInput("--name belongs to --save");
  FileUse files;
  if (options.file) files.reads("--file", *options.file);
  if (options.measured) files.reads("--measured", *options.measured);
  if (options.first) files.reads("--first", *options.first);
  for (const std::string& each : options.variants) files.reads("--variant", each);
  files.writes("--json", options.json);
  files.writes("--save", options.save);
  files.check();
}

int take_lesson(const LessonOptions& options) {
  check_one_lesson(options);
  Lesson chosen = options.file ? load_lesson(*options.file, scale_of(options))
                               : find_lesson(options.words.front(), scale_of(options));
  constexpr int most_hints = 100;
  const auto hints =
      static_cast<std::size_t>(options.hints ? parse_whole("--hints", *options.hints, 0, most_hints) : 0);
  std::vector<Prediction> predictions = predictions_for(options, chosen);
  const Lesson lesson = with_written(std::move(chosen), options);
  std::optional<Answers> answers;
  if (options.save) answers = answers_before(options);
  std::optional<Result> measured;
  if (options.measured) measured = load_measured(*options.measured, lesson);
  if (options.json != "-") print_out(opening_text(lesson, !options.file));
  flush_out();
  if (lesson.is_written() && options.variants.empty() && !options.measured) {
    print_out(files_text(lesson));
    return exit_success;
  }
  if (predictions.empty() && !lesson.is_written()) predictions = ask_predictions(lesson);
  if (!measured) measured = measure_here(lesson, options);
  const TakenLesson taken = explain(lesson, predictions, *std::move(measured));
  Reports reports;
  if (options.json) reports.add(*options.json, result_json(taken.measured));
  if (answers) {
    put(*answers, taken);
    reports.add(*options.save, answers_json(*answers));
  }
  if (options.json != "-") reports.add("-", ending_text(lesson, taken, hints));
  reports.put();
  return !options.measured && was_ended(taken.measured) ? complain_of_end(lesson, taken) : exit_success;
}

/// Returns a given option that only a lesson takes; null: none is given.
const char* option_of_lesson(const LessonOptions& options) {
  for (const auto& [given, name] :
       {std::pair(options.answer || options.answers, "--answers"),
        std::pair(options.measured.has_value(), "--measured"), std::pair(options.json.has_value(), "--json"),
        std::pair(options.save || options.name, "--save"), std::pair(options.quick, "--quick"),
        std::pair(!options.variants.empty(), "--variant"), std::pair(options.hints.has_value(), "--hints"),
        std::pair(options.first.has_value(), "--first")})
    if (given) return name;
  return nullptr;
}

int make_class_page(const LessonOptions& options) {
  if (options.words.empty()) throw BadInput("--class: name one or more files of `heteroscope lesson --save`");
  if (!options.out) throw BadInput("--class: --out FILE.html is needed");
  const char* const surplus = options.file ? "--file" : option_of_lesson(options);
  if (surplus != nullptr) throw BadInput(fmt::format("--class takes no lesson, so {} would change nothing", surplus));
  FileUse files;
  for (const std::string& each : options.words) files.reads("--class", each);
  files.writes("--out", options.out);
  files.check();
  std::vector<Answers> all;
  for (const std::string& each : options.words) all.push_back(load_answers(each));
  Reports reports;
  reports.add(*options.out, class_html(all));
  reports.put();
  return 0;
}

int lesson(const LessonOptions& options) {
  if (options.whole_class) return make_class_page(options);
  if (!options.words.empty() || options.file) return take_lesson(options);
  if (option_of_lesson(options) != nullptr || options.out)
    throw BadInput("lesson: which one? `heteroscope lesson` lists them");
  return list_lessons();
}

}  // namespace

void add_lesson_command(Command& program, Action& action) {
  auto options = std::make_shared<LessonOptions>();
  Command* command = program.add_subcommand("lesson", "Take a lesson: predict, measure, and see why");
  command->add_words("LESSON", options->words, "The id of a lesson; with --class, files of answers")
      ->type_name("ID|FILE");
  command->add_option("--file", options->file, "Take your own lesson from this file")->type_name("FILE.json");
  command
      ->add_option("--answers", options->answers,
                   "Your predictions: the number of a choice for each question. If not\ngiven, they are asked for in "
                   "the terminal")
      ->type_name("N,N");
  command->add_option("--answer", options->answer, "Your prediction, for a lesson with one question")->type_name("N");
  command
      ->add_repeatable("--variant", options->variants,
                       "Measure this file of yours, in a lesson in which you write one; one for\neach processor")
      ->type_name("FILE");
  command->add_option("--hints", options->hints, "Number of hints to show for the next step (0)")->type_name("N");
  command
      ->add_option("--first", options->first,
                   "What was measured of the first save (its --json file), for steps that\ncompare with it")
      ->type_name("FILE.json");
  command->add_flag("--quick", options->quick, "Use small problems and few runs, to see how a lesson works");
  command
      ->add_option("--measured", options->measured,
                   "Explain what another run of this lesson measured (its --json file)")
      ->type_name("FILE.json");
  command->add_option("--json", options->json, "Write what was measured as JSON; -: to standard output")
      ->type_name("FILE");
  command->add_option("--save", options->save, "Add predictions and measurements to this file of answers")
      ->type_name("FILE.json");
  command->add_option("--name", options->name, "Who answers (for --save)")->type_name("NAME");
  command->add_flag("--class", options->whole_class, "Make a page from the answers of a class");
  command->add_option("--out", options->out, "The page of --class; -: to standard output")->type_name("FILE.html");
  command->footer(lesson_footer);
  command->callback([options, &action] { action = [options] { return lesson(*options); }; });
}

}  // namespace heteroscope
