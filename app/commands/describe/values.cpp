#include "app/commands/describe/values.hpp"

#include <array>
#include <set>

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

}  // namespace

Completion values_of(const OptionText& option, const TypedSoFar& typed) {
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

}  // namespace heteroscope
