#include "app/options/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <string_view>

#include "app/console/console.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/nearest.hpp"

namespace heteroscope {

namespace {

const CLI::App& chosen(const CLI::App& program) {
  const auto parsed = program.get_subcommands();
  return parsed.empty() ? program : *parsed.front();
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return near.empty() ? "" : fmt::format(", did you mean {}?", near);
}

/// The error in the words, as one line that names the offending one. `required()` is the only demand that options make
/// of CLI11: of its other errors the message has the name first, and it says what is wrong.
BadInput explained(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App& command = chosen(program);
  const std::string prefix = &program == &command ? "" : command.get_name() + ": ";
  const std::string help =
      fmt::format("; see heteroscope {}--help", &program == &command ? "" : command.get_name() + " ");
  const auto wrong = [&](Wrong code, const std::string& thing, std::string_view what) {
    return BadInput(code, thing, fmt::format("{}{}{}", prefix, what, help));
  };
  const std::vector<std::string> words = program.remaining(true);
  // A misspelled option comes first: what else is missing may be missing because of it.
  const auto option = std::find_if(words.begin(), words.end(), [](const auto& w) { return w.starts_with("-"); });
  if (option != words.end()) {
    std::vector<std::string> known;
    for (const CLI::Option* each : command.get_options()) {
      if (!each->get_lnames().empty()) known.push_back("--" + each->get_lnames().front());
    }
    const std::string name = option->substr(0, option->find('='));
    return wrong(Wrong::unknown, name,
                 fmt::format("there is no option {}{}", excerpt(name), did_you_mean(name, known)));
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !words.empty())
    return wrong(Wrong::unknown, words.front(), fmt::format("'{}' was not expected", excerpt(words.front())));
  const std::string text = error.what();
  const std::string name = text.substr(0, text.find_first_of(": "));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const CLI::Option* known = command.get_option_no_throw(name);
    const bool repeated = known != nullptr && known->count() > 1;
    return wrong(repeated ? Wrong::value : Wrong::missing, name,
                 fmt::format("{} {}", excerpt(name), repeated ? "is given more than once" : "needs a value"));
  }
  const bool missing = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  return wrong(missing ? Wrong::missing : Wrong::value, name, text);
}

OptionText option_text(const CLI::Option& option) {
  OptionText out{.names = {},
                 .value = option.get_type_size() == 0 ? std::string() : option.get_type_name(),
                 .help = option.get_description(),
                 .group = option.get_group(),
                 .words = option.get_positional(),
                 .repeatable = option.get_items_expected_max() > 1 ||
                               option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll};
  if (out.words) {
    out.names.push_back(option.get_name(true));
    return out;
  }
  for (const std::string& each : option.get_snames()) out.names.push_back("-" + each);
  for (const std::string& each : option.get_lnames()) out.names.push_back("--" + each);
  return out;
}

CommandText command_text(const CLI::App& command) {
  CommandText out{.name = command.get_name(),
                  .summary = command.get_description(),
                  .options = {},
                  .footer = command.get_footer(),
                  .commands = {}};
  for (const CLI::Option* each : command.get_options()) {
    if (!each->get_group().empty()) out.options.push_back(option_text(*each));
  }
  for (const CLI::App* each : command.get_subcommands([](const CLI::App*) { return true; })) {
    out.commands.push_back(command_text(*each));
  }
  return out;
}

}  // namespace

Option* Option::type_name(const std::string& name) {
  option_->type_name(name);
  return this;
}

Option* Option::group(const std::string& name) {
  option_->group(name);
  return this;
}

Option* Option::description(const std::string& text) {
  option_->description(text);
  return this;
}

Option* Option::required() {
  option_->required();
  return this;
}

Option* Option::read_by(std::function<std::string(const std::string&)> read) {
  option_->transform(CLI::Validator(
      [read = std::move(read)](std::string& word) {
        word = read(word);
        return std::string();
      },
      {}, {}));
  return this;
}

Command::Command(CLI::App* command) : command_(command) {}
Command::~Command() = default;

Option* Command::keep(CLI::Option* option) {
  return options_.emplace_back(std::make_unique<Option>(option)).get();
}

Option* Command::add_option(const std::string& name, std::string& value, const std::string& help) {
  return keep(command_->add_option(name, value, help));
}

Option* Command::add_option(const std::string& name, std::optional<std::string>& value, const std::string& help) {
  return keep(command_->add_option(name, value, help));
}

Option* Command::add_option(const std::string& name, std::optional<std::filesystem::path>& value,
                            const std::string& help) {
  return keep(command_->add_option(name, value, help));
}

Option* Command::add_repeatable(const std::string& name, std::vector<std::string>& words, const std::string& help) {
  return keep(command_->add_option(name, words, help)->allow_extra_args(false));
}

Option* Command::add_words(const std::string& name, std::vector<std::string>& words, const std::string& help) {
  return keep(command_->add_option(name, words, help));
}

Option* Command::add_flag(const std::string& name, bool& value, const std::string& help) {
  return keep(command_->add_flag(name, value, help));
}

Option* Command::get_option(const std::string& name) {
  return keep(command_->get_option(name));
}

Command* Command::add_subcommand(const std::string& name, const std::string& help) {
  return subcommands_.emplace_back(std::make_unique<Command>(command_->add_subcommand(name, help))).get();
}

void Command::footer(const std::string& text) {
  command_->footer(text);
}

void Command::callback(const std::function<void()>& chosen) {
  command_->callback(chosen);
}

CommandLine::CommandLine(const std::string& name, const std::string& version, const std::string& description)
    : app_(std::make_unique<CLI::App>(description, name)), program_(std::make_unique<Command>(app_.get())) {
  app_->get_formatter()->column_width(28);
  app_->set_version_flag("--version", name + " " + version, "Print the version and exit");
  app_->set_help_flag("-h,--help", "Print this help and exit");
}
CommandLine::~CommandLine() = default;

void CommandLine::add_common_option(const std::string& name, std::optional<std::string>& value, const std::string& help,
                                    const std::string& type_name) {
  program_->add_option(name, value, help)->type_name(type_name);
  for (const auto& each : program_->subcommands_) each->add_option(name, value, help)->type_name(type_name);
}

std::vector<std::string> CommandLine::command_names() const {
  std::vector<std::string> names;
  for (const CLI::App* each : app_->get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(each->get_name());
  }
  return names;
}

std::string CommandLine::help(const std::optional<std::string>& command) const {
  return command ? app_->get_subcommand(*command)->help(app_->get_name()) : app_->help();
}

CommandText CommandLine::text() const {
  return command_text(*app_);
}

std::string CommandLine::chosen() const {
  const auto chosen = app_->get_subcommands();
  return chosen.empty() ? std::string() : chosen.front()->get_name();
}

bool CommandLine::chose_command() const {
  return !app_->get_subcommands().empty();
}

std::optional<int> CommandLine::parse(int argc, char** argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::Success& answer) {
    std::ostringstream out;
    const int code = app_->exit(answer, out, out);
    print_out(out.str());
    flush_out();
    return code;
  } catch (const CLI::ParseError& error) {
    throw explained(*app_, error);
  }
  return std::nullopt;
}

}  // namespace heteroscope
