#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/options/command_text.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// The program's commands and their options. CLI11 does the work; its header takes as long to compile as ten of the
/// commands, so that command_line.cpp alone includes it.
namespace heteroscope {

/// An option of a command. Each call returns the option, so that one can follow the other.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  /// Sets the placeholder for its value in the help.
  Option* type_name(const std::string& name);
  /// The heading under which the help has it; empty: it is not in the help.
  Option* group(const std::string& name);
  Option* description(const std::string& text);
  Option* required();
  /// Each word that is given becomes what `read` makes of it, which may throw BadInput.
  Option* read_by(std::function<std::string(const std::string&)> read);

 private:
  CLI::Option* option_;
};

class Command {
 public:
  explicit Command(CLI::App* command);
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  /// The option belongs to the command. `value` must outlive the parsing; it is set if the option is given.
  Option* add_option(const std::string& name, std::string& value, const std::string& help);
  Option* add_option(const std::string& name, std::optional<std::string>& value, const std::string& help);
  Option* add_option(const std::string& name, std::optional<std::filesystem::path>& value, const std::string& help);
  /// It may be given more than once and takes one word each time.
  Option* add_repeatable(const std::string& name, std::vector<std::string>& words, const std::string& help);
  /// All words that no option takes.
  Option* add_words(const std::string& name, std::vector<std::string>& words, const std::string& help);
  Option* add_flag(const std::string& name, bool& value, const std::string& help = {});
  /// One that was added.
  Option* get_option(const std::string& name);
  Command* add_subcommand(const std::string& name, const std::string& help);

  /// Shown below the help.
  void footer(const std::string& text);
  /// Called when the command line chose this command.
  void callback(const std::function<void()>& chosen);

 private:
  friend class CommandLine;
  Option* keep(CLI::Option* option);

  CLI::App* command_;
  std::vector<std::unique_ptr<Option>> options_;
  std::vector<std::unique_ptr<Command>> subcommands_;
};

/// The whole command line; the program is the command that holds the others.
class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& version, const std::string& description);
  ~CommandLine();

  [[nodiscard]] Command& program() { return *program_; }
  /// An option of the program and of each command that was added before.
  void add_common_option(const std::string& name, std::optional<std::string>& value, const std::string& help,
                         const std::string& type_name);
  [[nodiscard]] std::vector<std::string> command_names() const;
  /// The help of a command, or of the program.
  [[nodiscard]] std::string help(const std::optional<std::string>& command) const;
  /// All that the helps have, of the program and its commands.
  [[nodiscard]] CommandText text() const;
  /// Reads the words. An exit code if they asked for nothing but the help or the version, which is then printed. Throws
  /// BadInput with one line that names the offending word, or if it cannot be printed.
  std::optional<int> parse(int argc, char** argv);
  /// After parse(): a command was among the words.
  [[nodiscard]] bool chose_command() const;
  /// Its name; empty for none.
  [[nodiscard]] std::string chosen() const;

 private:
  std::unique_ptr<CLI::App> app_;
  std::unique_ptr<Command> program_;
};

}  // namespace heteroscope
