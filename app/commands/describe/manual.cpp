#include "app/commands/describe/manual.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <string_view>

#include "app/commands/describe/help_sections.hpp"

namespace heteroscope {

namespace {

/// Text as man(7) shows it: no character of it is a request, a hyphen stays the one that can be typed.
std::string roff_text(std::string_view text) {
  std::string out;
  for (const char each : text) {
    switch (each) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += each;
    }
  }
  if (out.starts_with('.')) out.insert(0, "\\&");
  return out;
}

/// The lines of a paragraph as one, which man breaks where the page is wide.
std::string joined_lines(std::string_view text) {
  std::string out;
  for (const char each : text) out += each == '\n' ? ' ' : each;
  return roff_text(out);
}

std::string upper(std::string text) {
  for (char& each : text) each = static_cast<char>(std::toupper(static_cast<unsigned char>(each)));
  return text;
}

std::string label_of_option(const OptionText& option) {
  if (option.words) return fmt::format("\\fI{}\\fR", roff_text(option.names.front()));
  std::string out;
  for (const std::string& each : option.names)
    out += fmt::format("{}\\fB{}\\fR", out.empty() ? "" : ", ", roff_text(each));
  if (!option.value.empty()) out += fmt::format(" \\fI{}\\fR", roff_text(option.value));
  return out + (option.repeatable && !option.value.empty() ? " ..." : "");
}

/// Options by the headings of their groups; those that are in none of their own come first.
std::string options_section(const CommandText& command) {
  std::string out;
  std::string group = "Options";
  for (const OptionText& each : command.options) {
    if (each.group != group && !each.words) {
      group = each.group;
      if (group != "Options") out += fmt::format(".PP\n\\fI{}\\fR\n", roff_text(group));
    }
    out += fmt::format(".TP\n{}\n{}\n", label_of_option(each), joined_lines(each.help));
  }
  return out;
}

/// The sections below a help. `heading` is the roff request of a section.
std::string sections_of(const std::string& footer, std::string_view heading) {
  std::string out;
  for (const HelpPart& each : help_parts(footer)) {
    if (each.kind == HelpPart::Kind::verbatim) {
      out += ".PP\n.nf\n";
      for (const std::string& line : each.lines) out += roff_text(line) + "\n";
      out += ".fi\n";
    } else if (each.kind == HelpPart::Kind::title && heading == ".SH") {
      out += fmt::format("{} {}\n", heading, roff_text(upper(each.lines.front())));
    } else if (each.kind == HelpPart::Kind::title) {
      out += fmt::format(".PP\n{}:\n", roff_text(each.lines.front()));
    } else {
      out += ".PP\n";
      for (const std::string& line : each.lines) out += roff_text(line) + "\n";
    }
  }
  return out;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

/// The synopsis of the program and each of its commands, with the words that they take.
std::string synopsis(const CommandText& program) {
  std::string out = fmt::format(".SH SYNOPSIS\n.B {}\n[\\fIOPTIONS\\fR] [\\fIFILE\\fR]\n", program.name);
  for (const CommandText& each : program.commands) {
    std::string words;
    for (const OptionText& option : each.options) {
      if (option.words)
        words += fmt::format(" [\\fI{}\\fR]{}", roff_text(option.names.front()), option.repeatable ? " ..." : "");
    }
    out += fmt::format(".br\n.B {} {}\n[\\fIOPTIONS\\fR]{}\n", program.name, each.name, words);
  }
  return out;
}

}  // namespace

std::string manual(const CommandText& program, const BuildFacts& facts) {
  const std::string title = first_line(program.summary);
  const std::size_t colon = title.find(": ");
  std::string about = colon == std::string::npos ? title : title.substr(colon + 2);
  if (about.ends_with('.')) about.pop_back();
  std::string out =
      fmt::format(".TH {} 1 \"\" \"{} {}\" \"User Commands\"\n", upper(program.name), program.name, facts.version);
  out += fmt::format(".SH NAME\n{} \\- {}\n", program.name, roff_text(about));
  out += synopsis(program);
  out += ".SH DESCRIPTION\n" + sections_of(program.summary.substr(title.size()), ".PP");
  out += ".SH OPTIONS\n" + options_section(program);
  out += ".SH COMMANDS\n";
  for (const CommandText& each : program.commands) {
    out += fmt::format(".SS {}\n{}\n", roff_text(each.name), joined_lines(each.summary));
    out += options_section(each) + sections_of(each.footer, ".PP");
  }
  return out + sections_of(program.footer, ".SH");
}

}  // namespace heteroscope
