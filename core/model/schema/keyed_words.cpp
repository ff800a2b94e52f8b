#include "core/model/schema/keyed_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/message.hpp"
#include "core/base/nearest.hpp"
#include "core/base/wrong.hpp"
#include "core/model/settings/source.hpp"

namespace heteroscope {

namespace {

/// The workload whose parameters the word sets.
const Workload& source_workload(const Settings& settings, const Workload& workload, Catalog catalog,
                                const std::string& word) {
  if (!workload.image) throw wrong_option(Wrong::unused, "--set", word, ": {} has no source image", workload.id);
  const Workload* source = find_source_workload(catalog, settings.problem.source.id);
  if (source != nullptr) return *source;
  throw wrong_option(Wrong::unused, "--set", word, ": the source is {}, which has no parameters",
                     settings.problem.source.id);
}

}  // namespace

std::string_view key_of(std::string_view word) {
  return word.substr(0, word.find('='));
}

void refuse_repeated(std::string_view option, const std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (key_of(words[i]) != key_of(words[k])) continue;
      throw wrong_option(Wrong::value, option, words[i], ": '{}' already sets it; give each {} only once",
                         excerpt(words[k]), option == "--set" ? "parameter" : "key");
    }
  }
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return fmt::format("{}known: {}", near.empty() ? "" : fmt::format("did you mean {}? ", near), fmt::join(known, ", "));
}

void set_value(Values& values, const Workload& workload, std::string_view key, std::string_view text) {
  const Parameter* parameter = workload.find_parameter(key);
  if (parameter == nullptr) {
    std::vector<std::string> known;
    for (const Parameter& each : workload.parameters) known.emplace_back(each.id);
    if (known.empty()) {
      throw BadInput(Wrong::unknown, excerpt(key),
                     fmt::format("{} has no parameter '{}'; it has none", workload.id, excerpt(key)));
    }
    throw BadInput(Wrong::unknown, excerpt(key),
                   fmt::format("{} has no parameter '{}'; {}", workload.id, excerpt(key), suggestion(key, known)));
  }
  values[std::string(key)] = parse_value(*parameter, text);
}

void set_parameters(Settings& settings, Catalog catalog, const std::vector<std::string>& words) {
  constexpr std::string_view of_source = "source.";
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) throw wrong_option(Wrong::kind, "--set", word, " is not KEY=VALUE");
    const std::string_view key = std::string_view(word).substr(0, equals);
    const std::string_view value = std::string_view(word).substr(equals + 1);
    if (key.starts_with(of_source)) {
      const Workload& source = source_workload(settings, workload, catalog, word);
      set_value(settings.problem.source.values, source, key.substr(of_source.size()), value);
    } else {
      set_value(settings.problem.parameters, workload, key, value);
    }
  }
}

const Scene& find_scene(const Workload& workload, std::string_view id) {
  std::vector<std::string> known;
  for (const Scene& scene : workload.scenes) {
    if (scene.id == id) return scene;
    known.emplace_back(scene.id);
  }
  throw BadInput(Wrong::unknown, excerpt(id),
                 fmt::format("{} has no scene '{}'; {}", workload.id, excerpt(id), suggestion(id, known)));
}

namespace {

bool has_variant(const Workload& workload, const std::string& id, bool from_file) {
  return std::ranges::any_of(workload.stages, [&](const Stage& stage) {
    const Variant* const variant = stage.find(id);
    return variant != nullptr && (variant->own != nullptr || !from_file);
  });
}

/// The word for a person's file has a stage that nobody has typed, so that the file's workload is named instead.
void refuse_file_of_another(const Workload& workload, const std::string& id, Catalog catalog) {
  if (has_variant(workload, id, false)) return;
  for (const Workload* each : catalog) {
    if (has_variant(*each, id, true)) {
      throw BadInput(Wrong::value, "--variant",
                     fmt::format("{} is a variant of {}, not of {}", excerpt(id), each->id, workload.id));
    }
  }
}

}  // namespace

std::vector<FoundVariant> find_variants(const Workload& workload, const std::string& text, Catalog catalog) {
  const std::size_t equals = text.find('=');
  const std::string stage_id = equals == std::string::npos ? "" : text.substr(0, equals);
  const std::string id = equals == std::string::npos ? text : text.substr(equals + 1);
  refuse_file_of_another(workload, id, catalog);
  std::vector<std::string> stages;
  for (const Stage& stage : workload.stages) stages.emplace_back(stage.id);
  if (equals != std::string::npos && std::ranges::find(stages, stage_id) == stages.end()) {
    throw wrong_option(Wrong::unknown, "--variant", text, ": {} has no stage '{}'; {}", workload.id, excerpt(stage_id),
                       suggestion(stage_id, stages));
  }
  std::vector<FoundVariant> out;
  std::vector<std::string> known;
  for (const Stage& stage : workload.stages) {
    if (!stage_id.empty() && stage.id != stage_id) continue;
    for (const NamedVariant& each : stage.variants) {
      if (each.id == id) out.push_back({&stage, &each});
      known.emplace_back(each.id);
    }
  }
  if (!out.empty()) return out;
  throw BadInput(Wrong::unknown, excerpt(text),
                 fmt::format("{} has no variant '{}'; {}", workload.id, excerpt(text), suggestion(id, known)));
}

Processor processor_of(const Workload& workload, const std::string& text, Catalog catalog) {
  return find_variants(workload, text, catalog).front().variant->variant->processor;
}

}  // namespace heteroscope
