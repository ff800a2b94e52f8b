#include "app/lessons/lesson.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/bench/data.hpp"
#include "app/options/typed_command.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/io/file.hpp"
#include "core/io/json/json_section.hpp"
#include "core/io/json/json_text.hpp"

namespace heteroscope {

namespace {

using nlohmann::json;

constexpr int deepest = 8;
constexpr std::size_t longest_text = 4000;
constexpr std::size_t most_rows = 32;
constexpr std::size_t most_choices = 9;  // each is a digit to type
constexpr std::size_t most_questions = 9;
constexpr std::size_t largest_file = std::size_t{1} << 20;

class LessonReader {
 public:
  LessonReader(const json& root, const std::string& name, Catalog catalog, LessonScale scale)
      : root_(root, "", name), name_(name), catalog_(catalog), scale_(scale) {}

  Lesson read() {
    root_.allow({"lesson", "title", "from", "scene", "try", "setting", "quick", "stage", "rows", "show", "questions",
                 "closing", "code"});
    out_.id = wanted(root_, "lesson", 40);
    const auto usual = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    if (!std::ranges::all_of(out_.id, usual)) throw root_.fail("lesson", "is not of a to z, 0 to 9 and '-' alone");
    out_.title = wanted(root_, "title");
    out_.source = root_.text("from").value_or("");
    out_.scene = texts(root_, "scene", "");
    if (out_.scene.empty()) throw root_.fail("scene", "is missing");
    out_.hint = root_.text("try", longest_text).value_or("");
    read_rows();
    out_.shown = texts(root_, "show", "");
    for (std::size_t i = 0; i < out_.shown.size(); ++i)
      at(fmt::format("show[{}]", i), [&] { check_datum(out_.shown[i]); });
    read_questions();
    out_.closing = texts(root_, "closing", "");
    for (std::size_t i = 0; i < out_.closing.size(); ++i) note_figures(out_.closing[i], fmt::format("closing[{}]", i));
    each_of(root_, "code", "", [&](const Section& place) {
      place.allow({"file", "about"});
      out_.code.push_back({wanted(place, "file"), wanted(place, "about", longest_text)});
    });
    return std::move(out_);
  }

 private:
  static std::string wanted(const Section& section, std::string_view key, std::size_t longest = 200) {
    auto text = section.text(key, longest);
    if (!text || text->empty()) throw section.fail(key, "is missing");
    return *std::move(text);
  }

  /// A list; nothing where there is none.
  static const json& list_in(const Section& section, std::string_view key) {
    static const json none = json::array();
    const json* const list = section.find(key);
    if (list == nullptr) return none;
    if (!list->is_array()) throw section.fail(key, "is not a list ([…])");
    return *list;
  }

  [[nodiscard]] BadInput fail(const std::string& place, std::string_view what) const {
    return BadInput(fmt::format("{}: {}: {}", name_, place, what));
  }

  /// What `body` finds wrong is said with its place.
  template <class Body>
  void at(const std::string& place, const Body& body) const {
    try {
      body();
    } catch (const BadInput& wrong) {
      throw fail(place, wrong.what());
    }
  }

  /// `where`: before the key, of the section itself.
  std::vector<std::string> texts(const Section& section, std::string_view key, const std::string& where) const {
    std::vector<std::string> out;
    const json& list = list_in(section, key);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string place = fmt::format("{}{}[{}]", where, key, i);
      if (!list[i].is_string()) throw fail(place, "is not a text (\"…\")");
      const auto& text = list[i].get_ref<const std::string&>();
      if (text.empty() || text.size() > longest_text)
        throw fail(place, fmt::format("has not 1 to {} bytes", longest_text));
      out.push_back(text);
    }
    return out;
  }

  /// `take(section)` of each object in a list.
  template <class Take>
  void each_of(const Section& section, std::string_view key, const std::string& where, const Take& take) const {
    const json& list = list_in(section, key);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string place = fmt::format("{}{}[{}]", where, key, i);
      if (!list[i].is_object()) throw fail(place, "is not an object ({…})");
      take(Section(list[i], place + ".", name_));
    }
  }

  /// "heteroscope render mandelbrot --size …", of a lesson's setting and a row's own words, or a whole command.
  [[nodiscard]] std::string command_of(const Section& row) const {
    const bool small = scale_ == LessonScale::quick;
    std::string own = wanted(row, "run", longest_text);
    if (const auto quick = row.text("quick", longest_text); quick && small) own = *quick;
    if (looks_like_command(own)) return own;
    std::string common = root_.text("setting", longest_text).value_or("");
    if (const auto quick = root_.text("quick", longest_text); quick && small) common = *quick;
    return fmt::format("heteroscope render {}{}{}", common, common.empty() ? "" : " ", own);
  }

  /// The row's, the lesson's, or the one that does the work.
  [[nodiscard]] std::size_t stage_of(const Settings& settings, const Section& row) const {
    const Workload& workload = find_workload(catalog_, settings.problem.workload);
    const Section& by = row.find("stage") != nullptr ? row : root_;
    const auto id = by.text("stage");
    if (!id) return static_cast<std::size_t>(&workload.main_stage() - workload.stages.data());
    const auto found = std::ranges::find(workload.stages, *id, &Stage::id);
    if (found == workload.stages.end())
      throw by.unknown("stage", *id, list_ids(workload.stages, [](const Stage& each) { return each.id; }));
    return static_cast<std::size_t>(found - workload.stages.begin());
  }

  void read_rows() {
    each_of(root_, "rows", "", [&](const Section& row) {
      row.allow({"id", "label", "run", "quick", "stage"});
      LessonRow next{.id = wanted(row, "id", 40), .label = {}, .command = command_of(row), .settings = {}, .stage = 0};
      if (next.id.find_first_of("./:{} ") != next.id.npos)
        throw row.fail("id", "has one of . / : { } or a blank, which separate it in figures");
      next.label = row.text("label").value_or(next.id);
      if (std::ranges::find(ids_, next.id) != ids_.end())
        throw row.fail("id", fmt::format("another row is {}, too", quote(next.id)));
      at(fmt::format("rows[{}].run", out_.rows.size()),
         [&] { next.settings = settings_of_command(next.command, catalog_); });
      next.stage = stage_of(next.settings, row);
      ids_.push_back(next.id);
      out_.rows.push_back(std::move(next));
    });
    if (out_.rows.empty() || out_.rows.size() > most_rows)
      throw root_.fail("rows", fmt::format("are not 1 to {}", most_rows));
  }

  void read_questions() {
    each_of(root_, "questions", "", [&](const Section& section) {
      section.allow({"ask", "choices", "findings"});
      const std::string where = fmt::format("questions[{}].", out_.questions.size());
      LessonQuestion question{
          .ask = wanted(section, "ask", longest_text), .choices = texts(section, "choices", where), .findings = {}};
      if (question.choices.size() < 2 || question.choices.size() > most_choices)
        throw section.fail("choices", fmt::format("are not 2 to {}", most_choices));
      each_of(section, "findings", where, [&](const Section& finding) {
        const std::string place = fmt::format("{}findings[{}].", where, question.findings.size());
        question.findings.push_back(finding_of(finding, place, question.choices.size()));
      });
      if (question.findings.empty()) throw section.fail("findings", "are missing");
      out_.questions.push_back(std::move(question));
    });
    if (out_.questions.empty() || out_.questions.size() > most_questions)
      throw root_.fail("questions", fmt::format("are not 1 to {}", most_questions));
  }

  LessonFinding finding_of(const Section& section, const std::string& where, std::size_t choices) {
    section.allow({"if", "answer", "then", "else", "unknown"});
    LessonFinding out{.all = {},
                      .then = wanted(section, "then", longest_text),
                      .otherwise = section.text("else", longest_text).value_or(""),
                      .unknown = section.text("unknown", longest_text).value_or(""),
                      .answer = std::nullopt};
    const json* const condition = section.find("if");
    if (condition == nullptr) throw section.fail("if", "is missing");
    const std::vector<std::string> all =
        condition->is_array() ? texts(section, "if", where) : std::vector{wanted(section, "if", longest_text)};
    at(where + "if", [&] {
      for (const std::string& each : all) out.all.push_back(parse_condition(each, ids_));
    });
    if (out.all.empty()) throw section.fail("if", "is missing");
    at(where + "if", [&] {
      for (const Condition& each : out.all) note({each.more, each.less});
    });
    note_figures(out.then, where + "then");
    note_figures(out.otherwise, where + "else");
    note_figures(out.unknown, where + "unknown");
    if (const auto answer = section.number("answer")) {
      if (*answer < 1 || *answer > static_cast<double>(choices) ||
          *answer != static_cast<double>(static_cast<int>(*answer)))
        throw section.fail("answer", fmt::format("{} is not one of the choices, 1 to {}", *answer, choices));
      out.answer = static_cast<std::size_t>(*answer) - 1;
    }
    return out;
  }

  void note_figures(const std::string& text, const std::string& place) {
    at(place, [&] { note(figures_in(text, ids_)); });
  }

  static void check_datum(const std::string& id) {
    if (!is_of_a_row(id))
      throw BadInput(fmt::format("a row has no {}; `heteroscope bench --json` writes what it has", quote(id)));
  }

  void note(const std::vector<LessonFigure>& figures) {
    for (const LessonFigure& each : figures) {
      if (each.kind == LessonFigure::Kind::row) check_datum(each.second);
      const bool known = std::ranges::find(out_.beside, each.text, &LessonFigure::text) != out_.beside.end();
      if (each.is_beside() && !known) out_.beside.push_back(each);
    }
  }

  Section root_;
  const std::string& name_;
  Catalog catalog_;
  LessonScale scale_;
  Lesson out_;
  std::vector<std::string> ids_;  ///< of rows
};

}  // namespace

std::vector<std::string> Lesson::row_ids() const {
  std::vector<std::string> out;
  for (const LessonRow& each : rows) out.push_back(each.id);
  return out;
}

Lesson parse_lesson(const std::string& text, const std::string& name, Catalog catalog, LessonScale scale) {
  const json root = parse_json(text, name, deepest);
  if (!root.is_object() || !root.contains("lesson"))
    throw BadInput(name + ": no lesson: an object with the key \"lesson\" is wanted");
  return LessonReader(root, name, catalog, scale).read();
}

Lesson load_lesson(const std::string& path, Catalog catalog, LessonScale scale) {
  const std::vector<std::byte> bytes = read_file(path, largest_file, Streams::piped);
  return parse_lesson(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), path, catalog, scale);
}

}  // namespace heteroscope
