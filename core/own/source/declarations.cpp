#include "core/own/source/declarations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "core/base/message.hpp"
#include "core/base/number_text.hpp"

namespace heteroscope {
namespace {

/// Those that a file has once, and those that it may have again and again.
constexpr std::array<std::string_view, 7> single_macros{
    "HETEROSCOPE_VARIANT", "HETEROSCOPE_SUMMARY", "HETEROSCOPE_BLOCK", "HETEROSCOPE_GRID",
    "HETEROSCOPE_SHARED",  "HETEROSCOPE_KERNELS", "HETEROSCOPE_CELLS"};
constexpr std::array<std::string_view, 5> repeated_macros{"HETEROSCOPE_TUNE", "HETEROSCOPE_LET", "HETEROSCOPE_TILE",
                                                          "HETEROSCOPE_LOADS", "HETEROSCOPE_STORES"};

bool is_one_of(std::span<const std::string_view> macros, std::string_view word) {
  return std::ranges::find(macros, word) != macros.end();
}

/// The part of the text from `begin` to `end` without the blanks around it.
SourcePart part_between(const SourceText& source, std::size_t begin, std::size_t end) {
  const auto is_blank = [&](std::size_t at) {
    return std::isspace(static_cast<unsigned char>(source.code()[at])) != 0;
  };
  while (begin < end && is_blank(begin)) ++begin;
  while (end > begin && is_blank(end - 1)) --end;
  return {begin, std::string(source.code().substr(begin, end - begin))};
}

/// The place of the bracket that closes the one there; npos if none does.
std::size_t closing(std::string_view code, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < code.size(); ++at) {
    if (code[at] == '(' || code[at] == '{') ++depth;
    if ((code[at] == ')' || code[at] == '}') && --depth == 0) return at;
  }
  return code.npos;
}

/// Returns the parts that commas separate from `begin` to `end`, brackets excepted.
std::vector<SourcePart> listed(const SourceText& source, std::size_t begin, std::size_t end) {
  std::vector<SourcePart> out;
  int depth = 0;
  std::size_t from = begin;
  for (std::size_t at = begin; at < end; ++at) {
    const char each = source.code()[at];
    if (each == '(' || each == '{') ++depth;
    if (each == ')' || each == '}') --depth;
    if (each != ',' || depth != 0) continue;
    out.push_back(part_between(source, from, at));
    from = at + 1;
  }
  out.push_back(part_between(source, from, end));
  if (out.size() == 1 && out.front().text.empty()) out.clear();
  return out;
}

Declaration declaration_at(const SourceText& source, const SourceToken& name) {
  SourceTokens tokens(source.code(), name.at + name.text.size());
  const SourceToken open = tokens.next();
  const std::size_t close = open.text == "(" ? closing(source.code(), open.at) : std::string_view::npos;
  if (close == std::string_view::npos) {
    source.fail(name.at, Wrong::kind, std::string(name.text),
                fmt::format("{} needs its values in parentheses", name.text));
  }
  return {{name.at, std::string(name.text)}, listed(source, open.at + 1, close), close + 1};
}

std::vector<int> values_in(const SourceText& source, const SourcePart& list) {
  if (!list.text.starts_with('{') || !list.text.ends_with('}')) {
    source.fail(list.at, Wrong::kind, list.text,
                fmt::format("{} is not a list of values, such as {{8, 16, 32}}", quote(list.text)));
  }
  std::vector<int> out;
  for (const SourcePart& each : listed(source, list.at + 1, list.at + list.text.size() - 1)) {
    out.push_back(int_in(source, each));
    if (out.size() > 1 && out[out.size() - 2] >= out.back())
      source.fail(each.at, Wrong::value, "values", "the values must rise");
  }
  return out;
}

}  // namespace

std::vector<Declaration> declarations_in(const SourceText& source) {
  std::vector<Declaration> out;
  SourceTokens tokens(source.code());
  for (SourceToken token = tokens.next(); !token.text.empty(); token = tokens.next()) {
    const bool single = is_one_of(single_macros, token.text);
    if (!single && !is_one_of(repeated_macros, token.text)) continue;
    if (single && find_declaration(out, token.text) != nullptr)
      source.fail(token.at, Wrong::value, std::string(token.text), fmt::format("{} stands twice", token.text));
    out.push_back(declaration_at(source, token));
    tokens = SourceTokens(source.code(), out.back().end);
  }
  return out;
}

const Declaration* find_declaration(const std::vector<Declaration>& all, std::string_view name) {
  const auto found = std::ranges::find_if(all, [&](const Declaration& each) { return each.name.text == name; });
  return found == all.end() ? nullptr : &*found;
}

std::string string_in(const SourceText& source, const SourcePart& argument) {
  const std::string& blank = argument.text;
  if (blank.size() < 2 || blank.front() != '"' || blank.find('"', 1) != blank.size() - 1)
    source.fail(argument.at, Wrong::kind, "text", "a text in quotation marks is expected here");
  std::string out;
  const std::string inside = source.text().substr(argument.at + 1, blank.size() - 2);
  for (std::size_t at = 0; at < inside.size(); ++at) {
    if (inside[at] == '\\' && at + 1 < inside.size()) ++at;
    out += inside[at];
  }
  return out;
}

void check_name(const SourceText& source, const SourcePart& argument) {
  const std::string& name = argument.text;
  if (name.empty() || !std::ranges::all_of(name, is_word) || std::isdigit(static_cast<unsigned char>(name[0])) != 0)
    source.fail(argument.at, Wrong::kind, name, fmt::format("{} is no name", quote(name)));
}

int int_in(const SourceText& source, const SourcePart& argument) {
  const std::optional<int> out = number_from<int>(argument.text);
  if (!out)
    source.fail(argument.at, Wrong::kind, argument.text, fmt::format("{} is not a whole number", quote(argument.text)));
  return *out;
}

OwnTunable tunable_in(const SourceText& source, const Declaration& declaration) {
  const std::vector<SourcePart>& given = declaration.arguments;
  if (given.size() != 3) {
    source.fail(declaration.name.at, Wrong::missing, declaration.name.text,
                "HETEROSCOPE_TUNE needs a name, its value and a list of values, such as "
                "HETEROSCOPE_TUNE(tile, 16, {8, 16, 32})");
  }
  OwnTunable out{.id = given[0].text, .values = values_in(source, given[2])};
  check_name(source, given[0]);
  if (out.values.empty())
    source.fail(given[2].at, Wrong::missing, out.id, fmt::format("{} has no values to choose from", quote(out.id)));
  out.initial = int_in(source, given[1]);
  if (std::ranges::find(out.values, out.initial) == out.values.end()) {
    source.fail(given[1].at, Wrong::value, out.id,
                fmt::format("{} is not one of the values of {}", out.initial, quote(out.id)));
  }
  return out;
}

}  // namespace heteroscope
