#include "app/commands/describe/completion.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "app/commands/study/other_studies.hpp"
#include "app/lessons/lesson.hpp"
#include "core/color/palette.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/mapping_choice.hpp"
#include "core/model/settings/source.hpp"
#include "core/run/compare.hpp"
#include "core/run/ranks/rank_use.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"

namespace heteroscope {

namespace {

/// What is known of a command line when one of its words is completed.
struct TypedSoFar {
  std::string command;
  const Workload* workload = nullptr;  ///< null where none is typed
  const Workload* source = nullptr;    ///< the workload whose result is the image; null for other images
  std::string word;                    ///< of the value, what is typed of it
};

void add(Completion& to, std::string_view text, std::string_view help = {}) {
  to.words.push_back({std::string(text), std::string(help)});
}

template <class E>
void add_ids(Completion& to, const TypedSoFar& /*typed*/) {
  for (const auto& [value, id] : ids<E>) add(to, id);
}

void add_workloads(Completion& to, const TypedSoFar& /*typed*/) {
  for (const Workload* each : catalog()) add(to, each->id, each->summary);
}

/// A workload, or one of bench's suites.
void add_measured(Completion& to, const TypedSoFar& typed) {
  add_workloads(to, typed);
  for (const Suite* each : suites()) {
    // that of a workload's own name is what its id stands for
    if (known_workload(catalog(), each->id) == nullptr) add(to, each->id, each->summary);
  }
  for (const Collection* each : collections()) add(to, each->id, each->summary);
}

/// What the window opens on.
void add_opened(Completion& to, const TypedSoFar& typed) {
  add_workloads(to, typed);
  to.files = true;
}

void add_studies(Completion& to, const TypedSoFar& typed) {
  for (const Workload* each : catalog()) {
    if (each->study) add(to, each->id, each->summary);
  }
  add_ids<OtherStudy>(to, typed);
}

void add_lessons(Completion& to, const TypedSoFar& /*typed*/) {
  for (const Lesson& each : all_lessons(LessonScale::quick)) add(to, each.id, each.title);
  to.files = true;
}

void add_scenes(Completion& to, const TypedSoFar& typed) {
  if (typed.workload == nullptr) return;
  for (const Scene& each : typed.workload->scenes) add(to, each.id, each.label);
}

void add_variants(Completion& to, const TypedSoFar& typed) {
  if (typed.workload == nullptr) return;
  const bool several = typed.workload->stages.size() > 1;
  for (const Stage& stage : typed.workload->stages) {
    for (const NamedVariant& each : stage.variants) {
      add(to, several ? std::string(stage.id) + "=" + std::string(each.id) : std::string(each.id),
          each.variant->summary);
    }
  }
}

void add_mappings(Completion& to, const TypedSoFar& typed) {
  if (typed.workload == nullptr) return;
  for (const std::string_view each : mappings_of(*typed.workload)) add(to, each);
}

void add_palettes(Completion& to, const TypedSoFar& /*typed*/) {
  for (const Palette& each : palettes()) add(to, each.id, each.label);
}

/// Those of a setting, with what the schema says that they mean.
void add_words(Completion& to, const Setting& setting) {
  const std::vector<std::string_view> words = setting.offered();
  const auto& meanings = setting.words().meanings;
  for (std::size_t i = 0; i < words.size(); ++i) add(to, words[i], meanings.empty() ? std::string_view() : meanings[i]);
}

void add_sources(Completion& to, const TypedSoFar& /*typed*/) {
  for (const std::string& each : source_ids(catalog())) add(to, each);
  to.files = true;
}

void add_splits(Completion& to, const TypedSoFar& /*typed*/) {
  for (const auto& [value, id] : ids<Sharing>) {
    if (value != Sharing::by_hand) add(to, id);
  }
}

void add_styles(Completion& to, const TypedSoFar& /*typed*/) {
  for (const auto& [style, id] : ids<DiffStyle>) add(to, id, shown_by(style));
}

void add_display_ways(Completion& to, const TypedSoFar& /*typed*/) {
  add(to, "host", "through host memory");
  add(to, "texture", "the GPU writes the texture on the screen");
  add(to, "buffer", "the GPU writes a buffer that OpenGL copies");
}

/// "KEY=" of every parameter; behind the sign the parameter's values, where these are few.
void add_parameters_of(Completion& to, const Workload& workload, const std::string& prefix, const std::string& word) {
  for (const Parameter& each : workload.parameters) {
    const std::string key = prefix + std::string(each.id) + "=";
    if (!word.starts_with(key)) {
      add(to, key, each.label);
    } else if (each.kind == ParameterKind::boolean) {
      for (const char* value : {"true", "false"}) add(to, key + value);
    } else {
      for (const std::string_view choice : each.choices) add(to, key + std::string(choice));
    }
  }
}

void add_parameters(Completion& to, const TypedSoFar& typed) {
  if (typed.workload != nullptr) add_parameters_of(to, *typed.workload, "", typed.word);
  if (typed.source != nullptr) add_parameters_of(to, *typed.source, "source.", typed.word);
}

void add_tunables(Completion& to, const TypedSoFar& typed) {
  if (typed.workload == nullptr) return;
  std::set<std::string_view> done;  // variants may share one
  for (const Stage& stage : typed.workload->stages) {
    for (const NamedVariant& variant : stage.variants) {
      for (const Tunable& each : variant.variant->knobs.tunables) {
        if (!done.insert(each.id).second) continue;
        const std::string key = std::string(each.id) + "=";
        if (!typed.word.starts_with(key)) {
          add(to, key, each.label);
          continue;
        }
        for (const int value : each.values) add(to, key + std::to_string(value));
      }
    }
  }
}

/// Settings that `tune` goes over only where it is asked to.
void add_searched(Completion& to, const TypedSoFar& /*typed*/) {
  for (const Setting* each : execution_schema()) {
    if (!each->is_searched_unasked()) add(to, std::string(each->id()), each->words().label);
  }
}

/// A key frame of a movie.
void add_key_frames(Completion& to, const TypedSoFar& typed) {
  add_scenes(to, typed);
  add_parameters(to, typed);
  to.files = true;
}

/// An option's values by its name.
struct OptionValues {
  std::string_view name;
  void (*add)(Completion&, const TypedSoFar&);
};
constexpr std::array known{OptionValues{"WORKLOAD", add_workloads},
                           OptionValues{"STUDY", add_studies},
                           OptionValues{"LESSON", add_lessons},
                           OptionValues{"--scene", add_scenes},
                           OptionValues{"--set", add_parameters},
                           OptionValues{"--source", add_sources},
                           OptionValues{"--processor", add_ids<Processor>},
                           OptionValues{"--split", add_splits},
                           OptionValues{"VARIANT", add_variants},
                           OptionValues{"--variant", add_variants},
                           OptionValues{"--beside", add_variants},
                           OptionValues{"--mapping", add_mappings},
                           OptionValues{"--tunable", add_tunables},
                           OptionValues{"--bands", add_ids<BandRows>},
                           OptionValues{"--halo", add_ids<HaloWay>},
                           OptionValues{"--overlap", add_ids<Overlap>},
                           OptionValues{"--search", add_searched},
                           OptionValues{"--palette", add_palettes},
                           OptionValues{"--style", add_styles},
                           OptionValues{"--display", add_display_ways}};

bool holds_word(const std::string& text, std::string_view word) {
  return text.find(word) != std::string::npos;
}

/// Whatever the option can have as its value: ids, keys, files. All of them, also those that `word` does not begin.
Completion completed_values(const OptionText& option, const TypedSoFar& typed) {
  Completion out;
  const std::string& name = option.names.back();
  if (name == "WORKLOAD" && typed.command == "bench") {
    add_measured(out, typed);
    return out;
  }
  if (holds_word(option.value, "WORKLOAD")) {
    add_opened(out, typed);
    return out;
  }
  for (const OptionValues& each : known) {
    if (each.name != name) continue;
    each.add(out, typed);
    return out;
  }
  for (const Setting* each : whole_schema()) {
    if (each->words().option != name || each->offered().empty()) continue;
    add_words(out, *each);
    return out;
  }
  // diff's two words are files
  if (holds_word(option.value, "SCENE")) {
    add_key_frames(out, typed);
  } else if (holds_word(option.value, "DIR")) {
    out.folders = true;
  } else if (holds_word(option.value, "FILE") || holds_word(option.value, "PICTURE") ||
             holds_word(option.value, "NAME") || option.words) {
    out.files = true;
  }
  return out;
}

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
      Completion more = completed_values(each, read.typed);
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
    out = completed_values(*option, read_words.typed);
    for (Completion::Word& each : out.words) each.text.insert(0, name);
    return starting_with(std::move(out), word);
  }
  read_words.typed.word = word;
  if (read_words.open != nullptr) return starting_with(completed_values(*read_words.open, read_words.typed), word);
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
