#include "app/lessons/lesson.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/claims/published.hpp"
#include "app/analysis/claims/published_rows.hpp"
#include "app/analysis/claims/row_pattern.hpp"
#include "app/analysis/reading.hpp"
#include "app/bench/data.hpp"
#include "app/options/typed_command.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/io/file.hpp"
#include "core/io/json/json_section.hpp"
#include "core/io/json/json_text.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

using nlohmann::json;

constexpr int lesson_levels = 8;
constexpr std::size_t longest_lesson_text = 4000;
constexpr std::size_t most_rows = 32;
constexpr std::size_t most_choices = 9;  // each is a digit to type
constexpr std::size_t most_questions = 9;
constexpr std::size_t most_steps = 20;
constexpr std::size_t largest_lesson_file = std::size_t{1} << 20;

class LessonReader {
 public:
  LessonReader(const json& root, const std::string& name, LessonScale scale) : root_(root, "", name), scale_(scale) {}

  Lesson read() {
    root_.allow({"lesson", "title", "from", "scene", "try", "setting", "quick", "stage", "rows", "published", "show",
                 "questions", "steps", "closing", "code", "opens", "lens", "uneven_threads"});
    out_.id = root_.wanted("lesson", 40);
    const auto usual = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    if (!std::ranges::all_of(out_.id, usual))
      throw root_.fail(Wrong::kind, "lesson", "may contain only a to z, 0 to 9 and '-'");
    out_.title = root_.wanted("title");
    out_.source = with_titles(root_.text("from").value_or(""));
    out_.scene = root_.texts("scene", longest_lesson_text);
    if (out_.scene.empty()) throw root_.fail(Wrong::missing, "scene", "is missing");
    out_.hint = root_.text("try", longest_lesson_text).value_or("");
    read_rows();
    read_views();
    read_published();
    out_.shown = root_.texts("show", longest_lesson_text);
    for (std::size_t i = 0; i < out_.shown.size(); ++i)
      root_.at(fmt::format("show[{}]", i), [&] { check_datum(out_.shown[i]); });
    if (root_.find("steps") != nullptr) {
      read_steps();
    } else if (std::ranges::any_of(out_.rows, [](const LessonRow& each) { return each.own.has_value(); })) {
      throw root_.fail(Wrong::missing, "steps", "are missing: a file of one's own computes a row");
    } else {
      read_questions();
    }
    out_.closing = root_.texts("closing", longest_lesson_text);
    for (std::size_t i = 0; i < out_.closing.size(); ++i)
      note_figures(root_, fmt::format("closing[{}]", i), out_.closing[i]);
    for (const Section& place : root_.sections("code")) {
      place.allow({"file", "about"});
      out_.code.push_back({place.wanted("file"), place.wanted("about", longest_lesson_text)});
    }
    return std::move(out_);
  }

 private:
  /// "heteroscope render mandelbrot --size …", of a lesson's setting and a row's own words, or a whole command.
  [[nodiscard]] std::string command_of(const Section& row) const {
    const bool small = scale_ == LessonScale::quick;
    const auto file_for = row.text("own");
    std::string own =
        file_for ? row.text("run", longest_lesson_text).value_or("") : row.wanted("run", longest_lesson_text);
    if (const auto quick = row.text("quick", longest_lesson_text); quick && small) own = *quick;
    if (file_for) own += fmt::format("{}--processor {}", own.empty() ? "" : " ", *file_for);
    if (looks_like_command(own)) return own;
    std::string common = root_.text("setting", longest_lesson_text).value_or("");
    if (const auto quick = root_.text("quick", longest_lesson_text); quick && small) common = *quick;
    return fmt::format("heteroscope render {}{}{}", common, common.empty() ? "" : " ", own);
  }

  [[nodiscard]] static std::optional<OwnRow> own_of(const Section& row) {
    OwnRow out;
    row.read("first_save", out.first_save);
    const auto processor = row.text("own");
    if (!processor && out.first_save) throw row.fail(Wrong::missing, "own", "is missing: only own files have saves");
    if (!processor) return std::nullopt;
    const std::optional<Processor> known = from_id<Processor>(*processor);
    if (!known || *known == Processor::split) throw row.unknown("own", *processor, "cpu, gpu");
    out.processor = *known;
    return out;
  }

  /// The row's, the lesson's, or the one that does the work.
  [[nodiscard]] std::size_t stage_of(const Settings& settings, const Section& row) const {
    const Workload& workload = find_workload(catalog(), settings.problem.workload);
    const Section& by = row.find("stage") != nullptr ? row : root_;
    const auto id = by.text("stage");
    if (!id) return static_cast<std::size_t>(&workload.main_stage() - workload.stages.data());
    const auto found = std::ranges::find(workload.stages, *id, &Stage::id);
    if (found == workload.stages.end())
      throw by.unknown("stage", *id, list_ids(workload.stages, [](const Stage& each) { return each.id; }));
    return static_cast<std::size_t>(found - workload.stages.begin());
  }

  void read_rows() {
    for (const Section& row : root_.sections("rows")) {
      row.allow({"id", "label", "run", "quick", "stage", "own", "first_save"});
      const std::optional<OwnRow> own = own_of(row);
      LessonRow next{.id = id_in(row), .label = {}, .command = command_of(row), .settings = {}, .stage = 0, .own = own};
      next.label = row.text("label").value_or(next.id);
      row.at("run", [&] { next.settings = settings_of_command(next.command); });
      next.stage = stage_of(next.settings, row);
      const Workload& workload = find_workload(catalog(), next.settings.problem.workload);
      if (own && !workload.stages[next.stage].own)
        throw row.fail(Wrong::value, "own", fmt::format("{} takes no variants of one's own there", workload.id));
      out_.rows.push_back(std::move(next));
    }
    if (out_.rows.empty() || out_.rows.size() > most_rows)
      throw root_.fail(Wrong::value, "rows", fmt::format("{} given, 1 to {} possible", out_.rows.size(), most_rows));
    out_.names = row_names(out_.rows);
  }

  void read_views() {
    for (const std::string& each : root_.texts("opens", longest_lesson_text)) {
      const std::optional<LessonView> view = from_id<LessonView>(each);
      if (!view) throw root_.unknown("opens", each, all_ids<LessonView>());
      out_.opens.push_back(*view);
    }
    out_.lens = root_.texts("lens", longest_lesson_text);
    const Workload& workload = find_workload(catalog(), out_.rows.front().settings.problem.workload);
    for (const std::string& each : out_.lens) {
      if (workload.find_accesses(workload.main_stage().id, each) == nullptr)
        throw root_.fail(Wrong::unknown, "lens", fmt::format("the memory accesses of {} are not modeled", quote(each)));
    }
    if (out_.lens.size() > 2)
      throw root_.fail(Wrong::value, "lens", fmt::format("{} given, at most 2 possible", out_.lens.size()));
    root_.read("uneven_threads", out_.uneven_threads);
  }

  /// Of a row, or of what was published, which no other has.
  [[nodiscard]] std::string id_in(const Section& section) const {
    std::string out = section.wanted("id", 40);
    if (out.find_first_of("./:{} ") != out.npos)
      throw section.fail(Wrong::kind, "id", "must not contain . / : { } or a space");
    if (std::ranges::find(out_.rows, out, &LessonRow::id) != out_.rows.end() ||
        std::ranges::find(out_.names, out, &NamedRows::name) != out_.names.end())
      throw section.fail(Wrong::value, "id", fmt::format("another row has the id {}, too", quote(out)));
    return out;
  }

  void read_published() {
    for (const Section& section : root_.sections("published")) {
      section.allow({"id", "suite", "machine", "variant", "scene", "memory", "block"});
      NamedRows next{.name = id_in(section),
                     .rows = rows_in(section),
                     .suite = section.wanted("suite"),
                     .machine = section.wanted("machine")};
      if (find_suite(next.suite) == nullptr) throw section.unknown("suite", next.suite, "`heteroscope list` has them");
      if (fastest_like(published_result(*find_suite(next.suite), next.machine), next.rows) == nullptr)
        throw section.fail(Wrong::missing, "machine", "no such figure was published");
      out_.names.push_back(std::move(next));
    }
  }

  void read_questions() {
    for (const Section& section : root_.sections("questions")) {
      section.allow({"ask", "choices", "findings"});
      LessonQuestion question{.ask = section.wanted("ask", longest_lesson_text),
                              .choices = section.texts("choices", longest_lesson_text),
                              .findings = {}};
      if (question.choices.size() < 2 || question.choices.size() > most_choices) {
        throw section.fail(Wrong::value, "choices",
                           fmt::format("{} given, 2 to {} possible", question.choices.size(), most_choices));
      }
      for (const Section& finding : section.sections("findings"))
        question.findings.push_back(finding_of(finding, question.choices.size()));
      if (question.findings.empty()) throw section.fail(Wrong::missing, "findings", "are missing");
      out_.questions.push_back(std::move(question));
    }
    if (out_.questions.empty() || out_.questions.size() > most_questions) {
      throw root_.fail(Wrong::value, "questions",
                       fmt::format("{} given, 1 to {} possible", out_.questions.size(), most_questions));
    }
  }

  void read_steps() {
    if (root_.find("questions") != nullptr)
      throw root_.fail(Wrong::unused, "questions", "cannot be asked in a lesson with steps");
    for (const Section& section : root_.sections("steps")) out_.questions.push_back(step_of(section));
    if (out_.questions.empty() || out_.questions.size() > most_steps) {
      throw root_.fail(Wrong::value, "steps",
                       fmt::format("{} given, 1 to {} possible", out_.questions.size(), most_steps));
    }
  }

  /// Its goal is a finding that is right where it holds; where one of its conditions does not, it is not reached.
  LessonQuestion step_of(const Section& section) {
    section.allow({"do", "hints", "goal", "then", "else"});
    LessonFinding goal{.all = conditions_in(section, "goal"),
                       .then = section.wanted("then", longest_lesson_text),
                       .otherwise = section.wanted("else", longest_lesson_text),
                       .unknown = {},
                       .answer = step_reached};
    LessonQuestion out{.ask = section.wanted("do", longest_lesson_text),
                       .choices = {"reached", "not reached"},
                       .findings = {},
                       .hints = section.texts("hints", longest_lesson_text),
                       .written_for = writer_of(goal.all)};
    if (!out.written_for)
      throw section.fail(Wrong::value, "goal", "is not about a row that a file of one's own computes (\"own\")");
    if (out.hints.empty()) throw section.fail(Wrong::missing, "hints", "are missing");
    note_figures(section, "then", goal.then);
    note_figures(section, "else", goal.otherwise);
    std::vector<Statement> conditions = goal.all;
    out.findings.push_back(std::move(goal));
    for (Statement& each : conditions) {
      each.contrary = !each.contrary;
      out.findings.push_back(
          {.all = {std::move(each)}, .then = {}, .otherwise = {}, .unknown = {}, .answer = step_reached + 1});
    }
    return out;
  }

  /// The processor of the first row among the conditions that a person's file computes as it is now.
  [[nodiscard]] std::optional<Processor> writer_of(const std::vector<Statement>& conditions) const {
    for (const Statement& each : conditions) {
      for (const StatedFigure* const figure : {&each.of, &each.than}) {
        for (const std::string& name : figure->names()) {
          const auto row = std::ranges::find(out_.rows, name, &LessonRow::id);
          if (row != out_.rows.end() && row->own && !row->own->first_save) return row->own->processor;
        }
      }
    }
    return std::nullopt;
  }

  std::vector<Statement> conditions_in(const Section& section, std::string_view key) {
    const std::vector<std::string> all = section.needed(key).is_array()
                                             ? section.texts(key, longest_lesson_text)
                                             : std::vector{section.wanted(key, longest_lesson_text)};
    std::vector<Statement> out;
    section.at(key, [&] {
      for (const std::string& each : all) {
        out.push_back(parse_statement(each, out_.names));
        note({numerator(out.back()), denominator(out.back())});
      }
    });
    if (out.empty()) throw section.fail(Wrong::missing, key, "is missing");
    return out;
  }

  LessonFinding finding_of(const Section& section, std::size_t choices) {
    section.allow({"if", "answer", "then", "else", "unknown"});
    LessonFinding out{.all = conditions_in(section, "if"),
                      .then = section.wanted("then", longest_lesson_text),
                      .otherwise = section.text("else", longest_lesson_text).value_or(""),
                      .unknown = section.text("unknown", longest_lesson_text).value_or(""),
                      .answer = std::nullopt};
    note_figures(section, "then", out.then);
    note_figures(section, "else", out.otherwise);
    note_figures(section, "unknown", out.unknown);
    if (const auto answer = section.number("answer")) {
      if (*answer < 1 || *answer > static_cast<double>(choices) ||
          *answer != static_cast<double>(static_cast<int>(*answer))) {
        throw section.fail(Wrong::value, "answer",
                           fmt::format("{} is not one of the choices, 1 to {}", *answer, choices));
      }
      out.answer = static_cast<std::size_t>(*answer) - 1;
    }
    return out;
  }

  void note_figures(const Section& section, std::string_view key, const std::string& text) {
    section.at(key, [&] { note(figures_in(text, out_.names)); });
  }

  static void check_datum(const std::string& id) {
    if (!is_of_a_row(id))
      throw BadInput(fmt::format("a row has no {}; `heteroscope bench --json` shows what a row has", quote(id)));
  }

  void note(const std::vector<StatedFigure>& figures) {
    for (const StatedFigure& each : figures) {
      if (each.kind == StatedFigure::Kind::row) check_datum(each.second);
      const bool known = std::ranges::find(out_.beside, each.text, &StatedFigure::text) != out_.beside.end();
      if (each.is_beside() && !known) out_.beside.push_back(each);
    }
  }

  Section root_;
  LessonScale scale_;
  Lesson out_;
};

}  // namespace

Lesson with_three_threads(Lesson lesson) {
  for (LessonRow& row : lesson.rows) {
    const Stage& stage = find_workload(catalog(), row.settings.problem.workload).stages[row.stage];
    const Variant* const variant = stage.find(row.settings.execution.variants[std::string(stage.id)].cpu);
    if (row.settings.execution.threads != 0 || variant == nullptr || !variant->knobs.threads) continue;
    row.settings.execution.threads = 3;
    row.command += " --threads 3";
  }
  return lesson;
}

RowNames row_names(const std::vector<LessonRow>& rows) {
  RowNames out;
  for (const LessonRow& each : rows) out.push_back({each.id, {.row = each.id}});
  return out;
}

Lesson parse_lesson(const std::string& text, const std::string& name, LessonScale scale) {
  const json root = parse_json(text, name, lesson_levels);
  if (!root.is_object() || !root.contains("lesson"))
    throw BadInput(name + ": not a lesson: an object with the key \"lesson\" is needed");
  return LessonReader(root, name, scale).read();
}

Lesson load_lesson(const std::string& path, LessonScale scale) {
  return parse_lesson(read_text(path, largest_lesson_file, Streams::piped), path, scale);
}

}  // namespace heteroscope
