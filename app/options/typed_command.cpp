#include "app/options/typed_command.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/options/command_line.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

constexpr std::string_view name = "heteroscope";
constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view set_option = "--set";

/// A backslash before it stands for it: outside of quotation marks any character, within "…" these (POSIX 2.2.3).
bool escapes(char quote, char next) {
  return quote == 0 || (quote == '"' && std::string_view("$`\"\\").find(next) != std::string_view::npos);
}

/// Its first word is that.
bool begins_with(std::string_view text, std::string_view word, std::string_view ends) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.starts_with(word) && text.size() > word.size() && ends.find(text[word.size()]) != std::string_view::npos;
}

}  // namespace

bool looks_like_command(std::string_view text) {
  return begins_with(text, name, blanks);
}

bool looks_like_location(std::string_view text) {
  return begins_with(text, set_option, " \t\r\n=");
}

std::vector<std::string> shell_words(std::string_view text) {
  std::vector<std::string> out;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && blanks.find(c) != std::string_view::npos) {
      in_word = false;
      continue;
    }
    if (quote != '\'' && text.substr(i, 2) == "\\\n") {  // the line goes on
      ++i;
      continue;
    }
    if (!in_word) out.emplace_back();
    in_word = true;
    if (c == quote && quote != 0) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && i + 1 < text.size() && escapes(quote, text[i + 1])) {
      out.back() += text[++i];
    } else {
      out.back() += c;
    }
  }
  if (quote != 0) throw BadInput(fmt::format("a quotation mark is not closed: {}", excerpt(std::string(text))));
  return out;
}

SettingsOptions options_of_command(const std::string& text) {
  std::vector<std::string> words = shell_words(text);
  if (!looks_like_command(text)) throw BadInput("a command line must begin with heteroscope: " + excerpt(text));
  const auto help = std::ranges::find_if(
      words, [](const std::string& word) { return word == "-h" || word == "--help" || word == "--version"; });
  if (help != words.end()) throw BadInput(fmt::format("{} is not a setting", *help));
  SettingsOptions options;
  std::string out;
  CommandLine line{std::string(name), "", ""};
  for (const char* const each : {"render", "bench"}) {
    Command* const command = line.program().add_subcommand(each, "");
    add_problem_options(*command, options);
    add_execution_options(*command, options);
    add_look_options(*command, options);
    add_samples_option(*command, options);
    command->add_option("--out", out, "");
  }
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  (void)line.parse(static_cast<int>(words.size()), arguments.data());
  if (!line.chose_command())
    throw BadInput("name a command and a workload, for example: heteroscope render mandelbrot …");
  return options;
}

Settings settings_of_command(const std::string& text) {
  return make_settings(options_of_command(text));
}

Settings settings_of_location(const std::string& text, Settings settings) {
  const std::vector<std::string> words = shell_words(text);
  std::vector<std::string> values;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool joined =
        word.starts_with(set_option) && word.size() > set_option.size() && word[set_option.size()] == '=';
    if (joined) {
      values.push_back(word.substr(set_option.size() + 1));
    } else if (word == set_option && i + 1 < words.size()) {
      values.push_back(words[++i]);
    } else {
      throw BadInput("a location consists of options --set KEY=VALUE only: " + excerpt(word));
    }
  }
  if (values.empty()) throw BadInput("a location consists of options --set KEY=VALUE: " + excerpt(text));
  refuse_repeated(set_option, values);
  // a location that does not say so lies in the plane of all c, and is not rotated
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  const auto reset = [&](std::string_view id) {
    const auto found = settings.problem.parameters.find(id);
    if (found != settings.problem.parameters.end()) found->second = 0;
  };
  if (workload.navigation) reset(workload.navigation->rotation);
  if (workload.navigation && workload.navigation->julia) reset(workload.navigation->julia->on);
  set_parameters(settings, catalog(), values);
  return settings;
}

}  // namespace heteroscope
