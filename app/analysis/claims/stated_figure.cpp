#include "app/analysis/claims/stated_figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/analysis/claims/published_rows.hpp"
#include "app/analysis/reading.hpp"
#include "app/results/lesson_columns.hpp"
#include "app/text/format.hpp"
#include "app/text/table.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/number_text.hpp"

namespace heteroscope {

namespace {

using FigureKind = StatedFigure::Kind;

struct Form {
  std::string_view begins;
  FigureKind kind;
};
constexpr std::array<Form, 7> forms{{{"differing:", FigureKind::differing},
                                     {"share:", FigureKind::share},
                                     {"error:", FigureKind::error},
                                     {"largest:", FigureKind::largest},
                                     {"even:", FigureKind::even},
                                     {"order:", FigureKind::order},
                                     {"model:", FigureKind::model}}};
/// A figure of the model, and its name for people.
struct ModelMeasure {
  std::string_view id;
  std::string_view name;
};
constexpr std::array<ModelMeasure, 4> model_measures{{{sectors_a_load, "sectors per load"},
                                                      {sectors_a_store, "sectors per store"},
                                                      {passes_a_load, "passes per shared load"},
                                                      {passes_a_store, "passes per shared store"}}};

/// In three digits, and in two.
constexpr std::string_view ratio_begins = "ratio:";
constexpr std::string_view about_begins = "about:";

const NamedRows& find_rows(const std::string& name, const RowNames& rows, std::string_view text) {
  const auto found = std::ranges::find(rows, name, &NamedRows::name);
  if (found != rows.end()) return *found;
  throw BadInput(fmt::format("{}: there is no row {} (rows: {})", quote(std::string(text)), quote(name),
                             list_ids(rows, [](const NamedRows& each) { return each.name; })));
}

std::optional<double> number_of_text(const std::string& text) {
  const auto value = number_from<double>(without_plus(text));
  return value && std::isfinite(*value) ? value : std::nullopt;
}

/// What stands before and behind the sign.
std::pair<std::string, std::string> parted_by_sign(std::string_view text, char sign, std::string_view whole) {
  const std::size_t at = text.find(sign);
  if (at == text.npos || at == 0 || at + 1 == text.size())
    throw BadInput(fmt::format("{}: two names with '{}' between them are needed", quote(std::string(whole)), sign));
  return {std::string(text.substr(0, at)), std::string(text.substr(at + 1))};
}

void check_model(const StatedFigure& figure) {
  if (std::ranges::find(model_measures, figure.second, &ModelMeasure::id) == model_measures.end()) {
    throw BadInput(fmt::format("{}: the model has no {} (known: {})", quote(figure.text), quote(figure.second),
                               list_ids(model_measures, [](const ModelMeasure& each) { return each.id; })));
  }
}

std::string shown_beside(FigureKind kind, double value) {
  switch (kind) {
    case FigureKind::differing:
      return format_count(static_cast<std::int64_t>(value));
    case FigureKind::even:
    case FigureKind::share:
      return percent(value);
    case FigureKind::order:
      return fmt::format("{:.2f}", value);
    default:
      return fmt::format("{:.3g}", value);
  }
}

FoundFigure missing(std::string why) {
  return {.value = std::nullopt, .shown = {}, .why = std::move(why)};
}

/// A label as it stands in a sentence: one with a comma is quoted.
std::string in_sentence(const std::string& label) {
  return label.find(',') == std::string::npos ? label : quote(label);
}

/// The label of a lesson's row; the name itself if there is no such row, or if it has no label.
std::string label_of_row(const std::string& name, const Result& measured) {
  for (const ResultRow& row : measured.rows) {
    if (cell(row, column::lesson::row) != name) continue;
    const std::string label = cell(row, column::lesson::label);
    return label.empty() ? name : in_sentence(label);
  }
  return name;
}

/// The row that a figure is of: a lesson's by its label, another by what makes it that row, such as its variant.
std::string label_of_row(const StatedFigure& figure, const Result& measured) {
  const RowPattern& rows = figure.of.rows;
  return rows.row.empty() ? label_of(rows) : label_of_row(figure.first, measured);
}

std::string why_no_row(const Result& measured, const std::string& id) {
  for (const ResultRow& each : rows_of(measured.facts, column::lesson::missing)) {
    if (each.text(column::lesson::row) == id) {
      return fmt::format("{} was not measured here: {}", in_sentence(each.text(column::lesson::label)),
                         each.text(column::lesson::why));
    }
  }
  return fmt::format("{} was not measured here", id);
}

FoundFigure find_in_row(const StatedFigure& figure, const Result& result) {
  const ResultRow* const row = fastest_like(result, figure.of.rows);
  if (row == nullptr) return missing(why_no_row(result, figure.first));
  const std::string_view id = figure.second == usual_time ? time_id(*row) : std::string_view(figure.second);
  const Datum* const datum = row->find(id);
  if (datum == nullptr) throw BadInput(fmt::format("{}: a row has no {}", quote(figure.text), quote(id)));
  if (!datum->there())
    return missing(fmt::format("{} of {} is not known", quote(datum->name), label_of_row(figure, result)));
  const bool word = std::holds_alternative<std::string>(datum->value) || std::holds_alternative<bool>(datum->value);
  FoundFigure out{.value = std::nullopt, .shown = shown(*datum), .why = {}};
  if (word) {
    out.why = fmt::format("{} of {} is a word, not a number", quote(datum->name), label_of_row(figure, result));
  } else {
    out.value = bounded(*row, id);
  }
  return out;
}

FoundFigure find_beside(const StatedFigure& figure, const Result& measured) {
  for (const ResultRow& each : rows_of(measured.facts, column::lesson::beside)) {
    if (each.text(column::lesson::figure) != figure.text) continue;
    if (!has(each, column::lesson::value)) return missing(cell(each, column::lesson::why_no_value));
    const double value = each.number(column::lesson::value);
    return {.value = Bounded{value, value, value}, .shown = shown_beside(figure.kind, value), .why = {}};
  }
  return missing(fmt::format("{} was not computed", label_of(figure, measured)));
}

std::string_view ratio_in(std::string_view words) {
  for (const std::string_view begins : {ratio_begins, about_begins}) {
    if (words.starts_with(begins)) return words.substr(begins.size());
  }
  return {};
}

/// The figures within a brace: two of a ratio, else one.
std::vector<StatedFigure> stated_figures_of(std::string_view words, const RowNames& rows) {
  const std::string_view ratio = ratio_in(words);
  if (ratio.empty()) return {parse_figure(words, rows)};
  const auto [a, b] = parted_by_sign(ratio, '/', words);
  return {parse_figure_or_time(a, rows), parse_figure_or_time(b, rows)};
}

std::string shown_of(std::string_view words, const RowNames& rows, const Result& measured) {
  const std::vector<StatedFigure> figures = stated_figures_of(words, rows);
  const FoundFigure first = find_figure(figures.front(), measured);
  if (figures.size() == 1) return first.shown.empty() ? "(not known here)" : first.shown;
  const FoundFigure second = find_figure(figures.back(), measured);
  if (!first.value || !second.value) return "(not known here)";
  const std::string doubt = doubt_of(*first.value, *second.value);
  if (!doubt.empty() && doubt != few_runs) return "(undecided here)";
  const double ratio = first.value->value / second.value->value;
  return words.starts_with(about_begins) && ratio < 100 ? fmt::format("{:.2g}", ratio) : times(ratio);
}

/// Calls `plain(text)` and `brace(words)` for what stands between braces and in them.
template <class Plain, class Brace>
void walk(std::string_view text, const Plain& plain, const Brace& brace) {
  while (true) {
    const std::size_t open = text.find('{');
    plain(text.substr(0, open));
    if (open == text.npos) return;
    const std::size_t close = text.find('}', open);
    if (close == text.npos)
      throw BadInput(fmt::format("a brace is not closed: {}", quote(std::string(text.substr(open)))));
    brace(text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
}

}  // namespace

std::vector<std::string> StatedFigure::names() const {
  switch (kind) {
    case FigureKind::number:
    case FigureKind::order:
      return {};
    case FigureKind::differing:
    case FigureKind::share:
    case FigureKind::error:
      return {first, second};
    default:
      return {first};
  }
}

StatedFigure parse_figure(std::string_view text, const RowNames& rows) {
  StatedFigure out{.kind = FigureKind::number, .text = std::string(text), .number = 0, .first = {}, .second = {}};
  if (const auto number = number_of_text(out.text)) {
    out.number = *number;
    return out;
  }
  for (const auto& [begins, kind] : forms) {
    if (!text.starts_with(begins)) continue;
    out.kind = kind;
    const std::string_view of = text.substr(begins.size());
    if (kind == FigureKind::largest || kind == FigureKind::even) {
      out.first = std::string(of);
    } else {
      std::tie(out.first, out.second) = parted_by_sign(of, '/', text);
    }
    if (kind == FigureKind::model) check_model(out);
    for (const std::string& each : out.names()) find_rows(each, rows, text);
    return out;
  }
  out.kind = FigureKind::row;
  std::tie(out.first, out.second) = parted_by_sign(text, '.', text);
  out.of = find_rows(out.first, rows, text);
  return out;
}

StatedFigure parse_figure_or_time(const std::string& text, const RowNames& rows) {
  const bool name = text.find_first_of(".:") == text.npos && !number_of_text(text);
  return parse_figure(name ? fmt::format("{}.{}", text, usual_time) : text, rows);
}

std::string label_of(const StatedFigure& figure, const Result& measured) {
  const std::string first = label_of_row(figure.first, measured);
  const std::string second = label_of_row(figure.second, measured);
  switch (figure.kind) {
    case FigureKind::number:
      return figure.text;
    case FigureKind::row:
      break;
    case FigureKind::differing:
      return fmt::format("the number of values that differ between {} and {}", first, second);
    case FigureKind::share:
      return fmt::format("the share of values that differ between {} and {}", first, second);
    case FigureKind::error:
      return fmt::format("the largest difference between {} and {}", first, second);
    case FigureKind::largest:
      return fmt::format("the largest value of {}", first);
    case FigureKind::even:
      return fmt::format("the evenness of {}", first);
    case FigureKind::order:
      return fmt::format("the observed order of {}", figure.second);
    case FigureKind::model:
      return fmt::format("{} of {}", std::ranges::find(model_measures, figure.second, &ModelMeasure::id)->name, first);
  }
  const std::string of = label_of_row(figure, measured);
  if (figure.is_usual_time()) return of;
  const ResultRow* const row = fastest_like(measured, figure.of.rows);
  const Datum* const datum = row == nullptr ? nullptr : row->find(figure.second);
  return fmt::format("{} of {}", quote(datum == nullptr ? figure.second : datum->name), of);
}

FoundFigure find_figure(const StatedFigure& figure, const Result& measured) {
  if (figure.kind == FigureKind::number)
    return {.value = Bounded{figure.number, figure.number, figure.number}, .shown = figure.text, .why = {}};
  if (figure.is_beside()) return find_beside(figure, measured);
  const NamedRows& of = figure.of;
  return find_in_row(figure, of.suite.empty() ? measured : published_result(*find_suite(of.suite), of.machine));
}

std::string with_figures(std::string_view text, const RowNames& rows, const Result& measured) {
  std::string out;
  walk(
      text, [&](std::string_view plain) { out += plain; },
      [&](std::string_view words) { out += shown_of(words, rows, measured); });
  return out;
}

bool figures_known(std::string_view text, const RowNames& rows, const Result& measured) {
  return std::ranges::none_of(figures_in(text, rows),
                              [&](const StatedFigure& each) { return find_figure(each, measured).shown.empty(); });
}

std::vector<StatedFigure> figures_in(std::string_view text, const RowNames& rows) {
  std::vector<StatedFigure> out;
  walk(
      text, [](std::string_view) {},
      [&](std::string_view words) {
        for (StatedFigure& each : stated_figures_of(words, rows)) out.push_back(std::move(each));
      });
  return out;
}

}  // namespace heteroscope
