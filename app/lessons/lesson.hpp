#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/analysis/claims/statement.hpp"
#include "core/model/settings/settings.hpp"

/// An experiment of some minutes: a scene, predictions, what is measured, and what that means where it was measured.
namespace heteroscope {

/// A row that a person's file computes.
struct OwnRow {
  Processor processor = Processor::cpu;
  bool first_save = false;  ///< as it was when it was measured first, otherwise as it is now
  std::string file;         ///< the id of its variant; empty: there is none yet
};

/// One thing that is measured.
struct LessonRow {
  std::string id;
  std::string label;    ///< for people
  std::string command;  ///< of which the settings were made
  Settings settings;
  std::size_t stage = 0;        ///< of the workload's: whose time it is
  std::optional<OwnRow> own{};  ///< none: a built-in variant computes it
};

/// Conditions, and what is said of them.
struct LessonFinding {
  std::vector<Statement> all;         ///< that have to hold together
  std::string then;                   ///< said where they hold; texts quote figures in braces
  std::string otherwise;              ///< where they do not; empty: nothing
  std::string unknown;                ///< before the reason where it cannot be told here; empty: the reason alone
  std::optional<std::size_t> answer;  ///< the choice that is right where they hold
};

/// A question, or a step in which a person changes a file of their own until it reaches a goal. A step's choices are
/// whether it does.
struct LessonQuestion {
  std::string ask;
  std::vector<std::string> choices;
  std::vector<LessonFinding> findings;     ///< in the order in which they are said
  std::vector<std::string> hints{};        ///< of a step, from vague to plain
  std::optional<Processor> written_for{};  ///< of a step: who computes the file; none: it is a question

  [[nodiscard]] bool is_step() const { return written_for.has_value(); }
};

/// The choice of a step that its goal is reached.
inline constexpr std::size_t step_reached = 0;

/// A place in the code to read.
struct CodePlace {
  std::string file;
  std::string about;
};

/// A view that a lesson's text speaks of, and that the window can open beside the picture.
enum class LessonView { lens, scope, roofline };

struct Lesson {
  std::string id;
  std::string title;
  std::string source;              ///< where its question is from
  std::vector<std::string> scene;  ///< paragraphs
  std::string hint;                ///< what to try before measuring, and what to look at
  std::vector<LessonView> opens;   ///< what the window shows with a row that is tried
  std::vector<std::string> lens;   ///< the variants that the lens shows; empty: each row's own
  bool uneven_threads = false;     ///< two threads tie by symmetry: with two processors it can be measured with three
  std::vector<LessonRow> rows;     ///< one at least
  std::vector<std::string> shown;  ///< ids of the rows' data that its table has, beside their times
  std::vector<LessonQuestion> questions;
  std::vector<std::string> closing;  ///< paragraphs, whatever was measured; they may quote figures, too
  std::vector<CodePlace> code;
  RowNames names;                    ///< of rows, and of published figures that texts and conditions speak of
  std::vector<StatedFigure> beside;  ///< all that conditions and texts ask for beside rows, each once

  /// It has steps instead of questions.
  [[nodiscard]] bool is_written() const { return questions.front().is_step(); }
};

/// Its rows for three threads, those that have all of the machine's and can have others.
Lesson with_three_threads(Lesson lesson);

/// The rows by their ids, for statements and texts about them.
RowNames row_names(const std::vector<LessonRow>& rows);

/// With how large problems.
enum class LessonScale { full, quick };

/// A lesson's text, as docs/extending/suites-and-lessons.md says. Throws BadInput that names the file and the place in
/// it.
Lesson parse_lesson(const std::string& text, const std::string& name, LessonScale scale);

/// A teacher's own. Throws BadInput likewise.
Lesson load_lesson(const std::string& path, LessonScale scale);

/// The program's own, in the order in which they are taken.
std::vector<Lesson> all_lessons(LessonScale scale);

/// One of them. Throws BadInput with the known ids.
Lesson find_lesson(const std::string& id, LessonScale scale);

template <>
inline constexpr std::array<IdTable<LessonView>, 3> ids<LessonView>{
    {{LessonView::lens, "lens"}, {LessonView::scope, "scope"}, {LessonView::roofline, "roofline"}}};

}  // namespace heteroscope
