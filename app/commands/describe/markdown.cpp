#include "app/commands/describe/markdown.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/commands/describe/help_sections.hpp"

namespace heteroscope {

namespace {

/// Text that Markdown shows as it is, but for what stands between backticks, which is code in helps as in Markdown.
std::string escaped(std::string_view text) {
  constexpr std::string_view marks = "\\*_[]<>|#";
  std::string out;
  bool code = false;
  for (const char each : text) {
    if (each == '`') code = !code;
    if (!code && marks.find(each) != std::string_view::npos) out += '\\';
    out += each == '\n' ? ' ' : each;
  }
  return out;
}

std::string code_of(const OptionText& option) {
  std::string out = fmt::format("{}", fmt::join(option.names, ", "));
  if (!option.value.empty() && !option.words) out += " " + option.value;
  return fmt::format("`{}`", out) + (option.repeatable && !option.value.empty() ? " …" : "");
}

/// Words first, then options by the headings of their groups, without those options that `known` has, too.
std::string option_list(const CommandText& command, const std::vector<OptionText>& known) {
  std::string words;
  std::string out;
  std::string group;
  for (const OptionText& each : command.options) {
    if (!each.words && std::ranges::find(known, each.names, &OptionText::names) != known.end()) continue;
    const std::string item = fmt::format("- {}: {}\n", code_of(each), escaped(each.help));
    if (each.words) {
      words += item;
      continue;
    }
    if (each.group != group) out += fmt::format("\n*{}*\n\n", escaped(group = each.group));
    out += item;
  }
  return (words.empty() ? words : "\n*Words*\n\n" + words) + out;
}

std::string paragraphs(const std::string& text) {
  std::string out;
  for (const HelpPart& each : help_parts(text)) {
    if (each.kind == HelpPart::Kind::title) {
      out += fmt::format("\n*{}*\n", escaped(each.lines.front()));
    } else if (each.kind == HelpPart::Kind::verbatim) {
      out += fmt::format("\n```\n{}\n```\n", fmt::join(each.lines, "\n"));
    } else {
      out += fmt::format("\n{}\n", escaped(fmt::format("{}", fmt::join(each.lines, "\n"))));
    }
  }
  return out;
}

}  // namespace

std::string command_page(const CommandText& program) {
  std::string out =
      "# Command line\n\nEvery command with all of its options, as `--help` shows them. This page is what `heteroscope "
      "describe --markdown` writes; examples with their output are in [pictures.md](pictures.md), "
      "[posters-movies-clusters.md](posters-movies-clusters.md) and [measuring.md](measuring.md).\n";
  out += "\nOptions of every command, and of the window:\n" + option_list(program, {});
  for (const CommandText& each : program.commands) {
    out += fmt::format("\n## {}\n\n{}.\n", each.name, escaped(each.summary));
    out += option_list(each, program.options) + paragraphs(each.footer);
  }
  return out + paragraphs(program.footer);
}

}  // namespace heteroscope
