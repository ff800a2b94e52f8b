#include "core/own/compile/compiler_log.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "core/base/number_text.hpp"
#include "core/base/trimmed.hpp"

namespace heteroscope {
namespace {

struct Severity {
  std::string_view word;
  bool is_error;
};
/// Those of compilers, and with capitals those of the assembler as (binutils).
constexpr std::array<Severity, 7> severities{{{"fatal error", true},
                                              {"catastrophic error", true},
                                              {"internal error", true},
                                              {"error", true},
                                              {"warning", false},
                                              {"Error", true},
                                              {"Warning", false}}};

/// "error: …", "warning #177-D: …": reads what stands behind a place. False: it is no message.
bool read_severity(std::string_view text, CompileMessage& out) {
  for (const Severity& each : severities) {
    if (!text.starts_with(each.word)) continue;
    const std::size_t colon = text.find(':');
    if (colon == text.npos) return false;
    const std::string_view number = trimmed(text.substr(each.word.size(), colon - each.word.size()));
    if (!number.empty() && number.front() != '#') return false;
    out.is_error = each.is_error;
    out.text = trimmed(text.substr(colon + 1));
    return true;
  }
  return false;
}

/// The number that the text begins with, which is removed with the character behind it.
std::optional<int> take_number(std::string_view& text, char behind) {
  const std::size_t end = text.find(behind);
  if (end == text.npos) return std::nullopt;
  const std::optional<int> out = number_from<int>(text.substr(0, end));
  if (out) text.remove_prefix(end + 1);
  return out;
}

/// "FILE:3:5: error: …"; linkers and clang's drivers say "FILE:3: …" and "FILE: …", too.
std::optional<CompileMessage> gcc_message(std::string_view line) {
  for (std::size_t colon = line.find(':'); colon != line.npos; colon = line.find(':', colon + 1)) {
    CompileMessage out{.file = std::string(line.substr(0, colon))};
    std::string_view rest = line.substr(colon + 1);
    if (const auto number = take_number(rest, ':')) out.place.line = *number;
    if (out.place.line == 0) continue;
    if (const auto number = take_number(rest, ':')) out.place.column = *number;
    if (read_severity(trimmed(rest), out)) return out;
  }
  return std::nullopt;
}

/// "FILE(3): error: …".
std::optional<CompileMessage> nvrtc_message(std::string_view line) {
  const std::size_t close = line.find("): ");
  const std::size_t open = line.substr(0, close).rfind('(');
  if (close == line.npos || open == line.npos) return std::nullopt;
  const std::optional<int> number = number_from<int>(line.substr(open + 1, close - open - 1));
  CompileMessage out{.file = std::string(line.substr(0, open)), .place = {number.value_or(0), 0}};
  if (!number || !read_severity(line.substr(close + 3), out)) return std::nullopt;
  return out;
}

/// "ptxas error   : …", "ptxas fatal : …", "nvrtc: error: …", "c++: fatal error: …", "ld: cannot find -lgomp".
std::optional<CompileMessage> message_without_place(std::string_view line) {
  const std::size_t colon = line.find(": ");
  if (colon == line.npos) return std::nullopt;
  const std::string_view before = trimmed(line.substr(0, colon));
  const std::string_view program = before.substr(before.rfind('/') + 1);
  CompileMessage out{.text = std::string(trimmed(line.substr(colon + 2)))};
  if (before == "ptxas error" || before == "ptxas fatal" || program == "ld") return out;
  const bool is_program = !program.empty() && program.find(' ') == program.npos;
  if (is_program && read_severity(trimmed(line.substr(colon + 2)), out)) return out;
  return std::nullopt;
}

std::optional<CompileMessage> message_in(std::string_view line) {
  if (std::isspace(static_cast<unsigned char>(line.empty() ? ' ' : line.front())) != 0) return std::nullopt;
  // a linker's, behind a place in its own terms; ahead of it stands a line that names the function there
  const std::size_t undefined = line.find("undefined reference to ");
  if (undefined != line.npos) return CompileMessage{.text = std::string(line.substr(undefined))};
  if (line.find(": in function `") != line.npos) return std::nullopt;
  if (auto out = gcc_message(line)) return out;
  if (auto out = nvrtc_message(line)) return out;
  return message_without_place(line);
}

/// NVRTC shows the line behind two blanks, and a caret below the place. 0: there is none.
int column_of_caret(std::string_view line) {
  constexpr std::size_t indent = 2;
  const std::size_t at = line.find_first_not_of(" \t");
  const bool alone = at != line.npos && line[at] == '^' && trimmed(line) == "^";
  return alone && at >= indent ? static_cast<int>(at - indent) + 1 : 0;
}

/// Returns whether the message was there already: templates are compiled for each type. A column that is not known yet
/// counts as the same.
bool is_said(const std::vector<CompileMessage>& all, const CompileMessage& next) {
  return std::ranges::any_of(all, [&](CompileMessage each) {
    if (next.place.column == 0) each.place.column = 0;
    return each == next;
  });
}

}  // namespace

std::vector<CompileMessage> messages_in(std::string_view log) {
  std::vector<CompileMessage> out;
  bool is_note = true;  // lines belong to the last message, unless that is left out
  while (!log.empty()) {
    const std::string_view line = log.substr(0, log.find('\n'));
    log.remove_prefix(std::min(line.size() + 1, log.size()));
    if (auto next = message_in(line)) {
      const bool is_summary = next->text.starts_with("ld returned") && !out.empty();
      is_note = is_summary || is_said(out, *next);
      if (!is_note) out.push_back(std::move(*next));
    } else if (line.find(": note") != line.npos) {
      is_note = true;
    } else if (const int column = column_of_caret(line); column > 0 && !is_note && out.back().place.column == 0) {
      out.back().place.column = column;
    }
  }
  return out;
}

}  // namespace heteroscope
