#include "app/commands/describe/markdown.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "app/commands/describe/help_sections.hpp"

namespace heteroscope {

namespace {

/// Text that Markdown shows as it is.
std::string plain(std::string_view text) {
  constexpr std::string_view marks = "\\`*_[]<>|#";
  std::string out;
  for (const char each : text) {
    if (marks.find(each) != std::string_view::npos) out += '\\';
    out += each == '\n' ? ' ' : each;
  }
  return out;
}

std::string label_of(const OptionText& option) {
  std::string out = fmt::format("{}", fmt::join(option.names, ", "));
  if (!option.value.empty() && !option.words) out += " " + option.value;
  return fmt::format("`{}`", out) + (option.repeatable && !option.value.empty() ? " …" : "");
}

/// Options by the headings of their groups.
std::string options_of(const CommandText& command) {
  std::string out;
  std::string group;
  for (const OptionText& each : command.options) {
    const std::string heading = each.words ? "Words" : each.group;
    if (heading != group) {
      group = heading;
      out += fmt::format("\n*{}*\n\n", plain(group));
    }
    out += fmt::format("- {}: {}\n", label_of(each), plain(each.help));
  }
  return out;
}

std::string parts_of(const std::string& text) {
  std::string out;
  for (const HelpPart& each : help_parts(text)) {
    if (each.kind == HelpPart::Kind::title) {
      out += fmt::format("\n*{}*\n", plain(each.lines.front()));
    } else if (each.kind == HelpPart::Kind::verbatim) {
      out += fmt::format("\n```\n{}\n```\n", fmt::join(each.lines, "\n"));
    } else {
      out += fmt::format("\n{}\n", plain(fmt::format("{}", fmt::join(each.lines, "\n"))));
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
  out += options_of(program);
  for (const CommandText& each : program.commands) {
    out += fmt::format("\n## {}\n\n{}.\n", each.name, plain(each.summary));
    out += options_of(each) + parts_of(each.footer);
  }
  return out + parts_of(program.footer);
}

}  // namespace heteroscope
