#include "app/commands/describe/completion.hpp"

#include <algorithm>
#include <string_view>

#include "app/commands/describe/values.hpp"
#include "core/model/settings/source.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"

namespace heteroscope {

namespace {

std::string without_line_ends(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

const OptionText* find_option(const CommandText& command, std::string_view name) {
  const auto found = std::ranges::find_if(command.options, [&](const OptionText& each) {
    return !each.words && std::ranges::find(each.names, name) != each.names.end();
  });
  return found == command.options.end() ? nullptr : &*found;
}

/// The words before the cursor, as the command reads them.
struct Read {
  const OptionText* open = nullptr;  ///< the option whose value the cursor is at; null: none
  std::vector<std::string> given;    ///< options
  std::size_t positionals = 0;       ///< words that no option has taken
  TypedSoFar typed;
};

Read read(const CommandText& command, const std::vector<std::string>& words) {
  Read out{.typed = {.command = command.name}};
  const auto take_value = [&](const std::string& name, const std::string& value) {
    if (name == "--source") out.typed.source = find_source_workload(catalog(), value);
  };
  for (const std::string& word : words) {
    if (out.open != nullptr) {
      take_value(out.open->names.back(), word);
      out.open = nullptr;
    } else if (word.starts_with("-") && word.size() > 1) {
      const std::size_t sign = word.find('=');
      const std::string name = word.substr(0, sign);
      out.given.push_back(name);
      const OptionText* option = find_option(command, name);
      if (sign != std::string::npos) {
        take_value(name, word.substr(sign + 1));
      } else if (option != nullptr && !option->value.empty()) {
        out.open = option;
      }
    } else {
      ++out.positionals;
      if (out.typed.workload == nullptr) out.typed.workload = known_workload(catalog(), word);
      for (const Suite* each : suites()) {
        if (out.typed.workload == nullptr && each->id == word)
          out.typed.workload = known_workload(catalog(), each->workload);
      }
    }
  }
  return out;
}

/// Adds the options that can still be given.
void add_options(Completion& to, const CommandText& command, const std::vector<std::string>& given) {
  for (const OptionText& each : command.options) {
    if (each.words) continue;
    const bool there = std::ranges::any_of(
        each.names, [&](const std::string& name) { return std::ranges::find(given, name) != given.end(); });
    if (!there || each.repeatable) to.words.push_back({each.names.back(), without_line_ends(each.help)});
  }
}

/// Adds what the next word that belongs to no option can be.
void add_positional(Completion& to, const CommandText& command, const Read& read) {
  std::size_t number = 0;
  for (const OptionText& each : command.options) {
    if (!each.words) continue;
    if (number == read.positionals || (each.repeatable && number < read.positionals)) {
      Completion more = values_of(each, read.typed);
      to.words.insert(to.words.end(), more.words.begin(), more.words.end());
      to.files = to.files || more.files;
      to.folders = to.folders || more.folders;
      return;
    }
    ++number;
  }
}

Completion starting_with(Completion all, const std::string& word) {
  std::erase_if(all.words, [&](const Completion::Word& each) { return !each.text.starts_with(word); });
  return all;
}

}  // namespace

Completion complete(const CommandText& program, const std::vector<std::string>& words) {
  if (words.empty()) return {};
  const CommandText* command = &program;
  std::vector<std::string> before(words.begin(), words.end() - 1);
  const std::string& word = words.back();
  Completion out;
  if (before.empty() && !word.starts_with("-")) {
    for (const CommandText& each : program.commands) out.words.push_back({each.name, without_line_ends(each.summary)});
  }
  if (!before.empty()) {
    const auto found = std::ranges::find(program.commands, before.front(), &CommandText::name);
    if (found != program.commands.end()) {
      command = &*found;
      before.erase(before.begin());
    }
  }
  Read read_words = read(*command, before);
  const std::size_t sign = word.starts_with("--") ? word.find('=') : std::string::npos;
  if (sign != std::string::npos && read_words.open == nullptr) {
    const std::string name = word.substr(0, sign + 1);
    const OptionText* option = find_option(*command, word.substr(0, sign));
    if (option == nullptr || option->value.empty()) return {};
    read_words.typed.word = word.substr(sign + 1);
    out = values_of(*option, read_words.typed);
    for (Completion::Word& each : out.words) each.text.insert(0, name);
    return starting_with(std::move(out), word);
  }
  read_words.typed.word = word;
  if (read_words.open != nullptr) return starting_with(values_of(*read_words.open, read_words.typed), word);
  if (word.starts_with("-")) {
    add_options(out, *command, read_words.given);
  } else {
    add_positional(out, *command, read_words);
  }
  return starting_with(std::move(out), word);
}

std::string lines_of(const Completion& completion) {
  std::string out;
  for (const Completion::Word& each : completion.words) out += each.text + "\t" + without_line_ends(each.help) + "\n";
  if (completion.files) out += ":files\n";
  if (completion.folders) out += ":folders\n";
  return out;
}

}  // namespace heteroscope
