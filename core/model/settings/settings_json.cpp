#include "core/model/settings/settings_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/message.hpp"
#include "core/color/palette.hpp"
#include "core/io/file.hpp"
#include "core/io/json/json_section.hpp"
#include "core/io/json/json_text.hpp"
#include "core/io/png/png.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/source.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;

constexpr std::size_t longest_text = std::size_t{1} << 25;  // the most strokes fit, with all their digits
constexpr int deepest_nesting = 8;
constexpr std::size_t largest_picture = std::size_t{1} << 30;  // of which the settings are a part
constexpr std::size_t longest_path = 4095;
constexpr std::string_view png_start = "\x89PNG\r\n\x1a\n";
constexpr int most_threads = 1024;

/// A number, an array of them, or a word.
void read_split(const Section& root, Execution& execution) {
  const json* value = root.find("split");
  if (value == nullptr) return;
  if (value->is_string()) {
    if (!set_split(execution, value->get<std::string>()))
      throw root.fail("split", fmt::format("{} is none of {}", excerpt(value->dump()), known_splits));
    return;
  }
  std::vector<double>& out = execution.shares;
  if (!value->is_array()) {
    out.resize(1);
    return root.read("split", out.front(), 0, 1);
  }
  constexpr std::size_t most = 64;
  if (value->empty() || value->size() > most)
    throw root.fail("split", fmt::format("{} shares are not 1 to {}", value->size(), most));
  out.clear();
  for (const json& each : *value) {
    const std::optional<double> share = number_in(each);
    const bool inside = share && *share >= 0 && *share <= 1;
    if (!inside) throw root.fail("split", fmt::format("{} is no share from 0 to 1", excerpt(each.dump())));
    out.push_back(*share);
  }
}

Value read_text(const Section& section, const json& value, const Parameter& parameter) {
  Value out;
  section.guarded([&] { out = parse_value(parameter, value.get_ref<const std::string&>()); });
  return out;
}

Value read_value(const Section& section, const std::string& key, const json& value, const Parameter& parameter) {
  if (parameter.kind == ParameterKind::choice) {
    const bool on = value == true || value == 1;
    const bool off = value == false || value == 0;
    if ((on || off) && parameter.was_switch) return parse_value(parameter, on ? "true" : "false");
    if (!value.is_string()) {
      throw section.fail(key, fmt::format("is none of {}", list_ids(parameter.choices, [](auto id) { return id; })));
    }
    return read_text(section, value, parameter);
  }
  if (parameter.kind == ParameterKind::decimal && value.is_string()) return read_text(section, value, parameter);
  const bool truth = parameter.kind == ParameterKind::boolean && value.is_boolean();
  const std::optional<double> number = truth ? (value.get<bool>() ? 1.0 : 0.0) : number_in(value);
  if (!number)
    throw section.fail(
        key, parameter.kind == ParameterKind::decimal ? "is neither a number nor a number's text" : "is not a number");
  section.guarded([&] {
    if (const std::string wrong = check_value(parameter, *number); !wrong.empty()) throw BadInput(wrong);
  });
  return *number;
}

void read_parameters(const Section& section, const Workload& workload, Values& out) {
  for (const auto& item : section.object().items()) {
    const Parameter* parameter = workload.find_parameter(item.key());
    if (parameter == nullptr) {
      throw section.fail(item.key(),
                         fmt::format("{} has no such parameter (known: {})", workload.id,
                                     list_ids(workload.parameters, [](const Parameter& p) { return p.id; })));
    }
    out[item.key()] = read_value(section, item.key(), item.value(), *parameter);
  }
}

void read_source(const Section& section, Catalog catalog, Source& out) {
  section.allow({"id", "file", "number", "parameters"});
  const std::string known =
      fmt::format("{}, {}", file_source, list_ids(source_ids(catalog), [](auto id) { return id; }));
  const auto id = section.text("id");
  if (!id) throw section.fail("id", fmt::format("is missing (known: {})", known));
  const Pattern* pattern = find_pattern(*id);
  const Workload* maker = find_source_workload(catalog, *id);
  const bool file = *id == file_source;
  if (!file && pattern == nullptr && maker == nullptr) throw section.unknown("id", *id, known);
  const bool numbered = pattern != nullptr && !pattern->number_label.empty();
  const auto refuse = [&](std::string_view key, bool taken) {
    if (!taken && section.find(key) != nullptr) throw section.fail(key, fmt::format("{} takes none", *id));
  };
  refuse("file", file);
  refuse("number", numbered);
  refuse("parameters", maker != nullptr);

  out = Source{.id = *id, .number = numbered ? pattern->initial : 0};
  if (file) {
    const auto path = section.text("file", longest_path);
    if (!path || path->empty()) throw section.fail("file", "is missing: the image's path");
    out.file = *path;
  }
  if (const auto number = section.number("number")) {
    if (const std::string wrong = check_value(number_of(*pattern), *number); !wrong.empty()) {
      throw section.fail("number", wrong);
    }
    out.number = *number;
  }
  if (const auto values = section.section("parameters")) read_parameters(*values, *maker, out.values);
}

void read_variant(const Section& section, const Stage& stage, Processor processor, std::string& out) {
  const std::string_view key = id_of(processor);
  const auto value = section.text(key);
  if (!value) return;
  const Variant* variant = stage.find(*value);
  if (variant == nullptr || variant->processor != processor) {
    std::string known;
    for (const NamedVariant& named : stage.variants) {
      if (named.variant->processor == processor) known += (known.empty() ? "" : ", ") + std::string(named.id);
    }
    throw section.unknown(key, *value, known);
  }
  out = *value;
}

void read_variants(const Section& section, const Workload& workload, Settings& out) {
  for (const auto& item : section.object().items()) {
    const Stage* stage = nullptr;
    for (const Stage& each : workload.stages)
      if (each.id == item.key()) stage = &each;
    if (stage == nullptr) {
      throw section.fail(item.key(), fmt::format("{} has no such stage (known: {})", workload.id,
                                                 list_ids(workload.stages, [](const Stage& each) { return each.id; })));
    }
    const Section sides = *section.section(item.key());
    sides.allow({"cpu", "gpu"});
    StageChoice& choice = out.execution.variants.find(item.key())->second;
    read_variant(sides, *stage, Processor::cpu, choice.cpu);
    read_variant(sides, *stage, Processor::gpu, choice.gpu);
  }
}

void read_mapping(const Section& section, const Workload& workload, std::string& out) {
  const auto value = section.text("mapping");
  if (!value || *value == settings_default) return;
  std::vector<std::string_view> known;
  bool all_here = true;
  for (const Stage& stage : workload.stages) {
    for (const NamedVariant& named : stage.variants) {
      all_here = all_here && named.variant->run != nullptr;
      for (const std::string_view mapping : named.variant->knobs.mappings) {
        if (std::find(known.begin(), known.end(), mapping) == known.end()) known.push_back(mapping);
      }
    }
  }
  // A build without CUDA does not know its variants' mappings, and must still open what a CUDA build saved.
  if (all_here && std::find(known.begin(), known.end(), *value) == known.end()) {
    throw section.unknown("mapping", *value, list_ids(known, [](std::string_view id) { return id; }));
  }
  out = *value;
}

/// A number that must be there.
double needed(const Section& section, std::string_view key) {
  const auto value = section.number(key);
  if (!value) throw section.fail(key, "is missing");
  return *value;
}

std::int64_t whole(const Section& section, std::string_view key, double value, double minimum, double maximum) {
  if (!(value >= minimum && value <= maximum))
    throw section.fail(key, fmt::format("{} is outside {} to {}", value, minimum, maximum));
  if (value != std::floor(value)) throw section.fail(key, fmt::format("{} is not a whole number", value));
  return static_cast<std::int64_t>(value);
}

void read_tunables(const Section& section, const Workload& workload, TunableChoice& out) {
  constexpr double most = 1 << 30;
  for (const auto& item : section.object().items()) {
    const int value = static_cast<int>(whole(section, item.key(), needed(section, item.key()), 0, most));
    section.guarded([&] {
      if (const std::string wrong = check_tunable(workload, item.key(), value); !wrong.empty()) throw BadInput(wrong);
    });
    out[item.key()] = value;
  }
}

void read_look(const Section& section, Look& out) {
  section.allow({"palette", "scale", "automatic", "low", "high", "samples"});
  constexpr double most = std::numeric_limits<double>::max();
  if (const auto id = section.text("palette")) section.guarded([&] { out.palette = find_palette(*id).id; });
  if (const auto id = section.text("scale")) {
    if (std::ranges::find(scale_ids(), *id) == scale_ids().end()) throw section.unknown("scale", *id, all_scales());
    out.scale = *id;
  }
  section.read("automatic", out.automatic);
  section.read("low", out.low, -most, most);
  section.read("high", out.high, -most, most);
  if (const auto samples = section.number("samples"))
    out.samples = static_cast<int>(whole(section, "samples", *samples, 1, most_samples));
}

void read_strokes(const Section& root, const json& list, const std::string& name, std::vector<Stroke>& out) {
  if (!list.is_array()) throw root.fail("strokes", "is not an array ([…])");
  if (list.size() > most_strokes)
    throw root.fail("strokes", fmt::format("{} are too many (at most {})", list.size(), most_strokes));
  out.clear();
  std::int64_t last = 0;
  for (const json& each : list) {
    const std::string which = fmt::format("strokes[{}]", out.size());
    if (!each.is_object()) throw root.fail(which, "is not an object ({…})");
    const Section section(each, which + ".", name);
    section.allow({"step", "x", "y", "radius", "amount"});
    Stroke stroke;
    stroke.step = whole(section, "step", needed(section, "step"), 0, most_steps);
    stroke.x = needed(section, "x");
    stroke.y = needed(section, "y");
    stroke.radius = needed(section, "radius");
    stroke.amount = needed(section, "amount");
    section.guarded([&] {
      if (const std::string wrong = check_stroke(stroke, last); !wrong.empty()) throw BadInput(wrong);
    });
    last = stroke.step;
    out.push_back(stroke);
  }
}

void read_steps(const Section& root, const Workload& workload, const std::string& name, Settings& out) {
  if (!workload.iterates()) {
    for (const std::string_view key : {"steps", "steps_per_frame", "strokes"}) {
      if (root.find(key) != nullptr) throw root.fail(key, fmt::format("{} takes no steps", workload.id));
    }
    return;
  }
  if (const auto steps = root.number("steps")) out.problem.steps = whole(root, "steps", *steps, 0, most_steps);
  if (const auto steps = root.number("steps_per_frame")) {
    out.execution.steps_per_frame = static_cast<int>(whole(root, "steps_per_frame", *steps, 1, most_steps_per_frame));
  }
  const json* strokes = root.find("strokes");
  if (strokes == nullptr) return;
  if (!workload.paintable()) {
    throw root.fail("strokes", fmt::format("{} cannot be painted on", workload.id));
  }
  read_strokes(root, *strokes, name, out.problem.strokes);
}

json parse(const std::string& text, const std::string& name) {
  if (text.size() > longest_text) {
    throw BadInput(fmt::format("{}: {} bytes are too many for settings (at most {})", name, text.size(), longest_text));
  }
  return parse_json(text, name, deepest_nesting);
}

void check_version(const Section& root) {
  const json* version = root.find("heteroscope");
  if (version == nullptr) {
    throw root.fail("", fmt::format("the key \"heteroscope\": {} is missing: not settings that heteroscope wrote",
                                    settings_version));
  }
  if (!version->is_number_integer())
    throw root.fail("heteroscope", fmt::format("is not a version number ({})", settings_version));
  if (*version != settings_version) {
    throw root.fail("heteroscope",
                    fmt::format("version {} is unknown; this program reads {}", version->dump(), settings_version));
  }
}

}  // namespace

Settings settings_from_json(const std::string& text, const std::string& name, Catalog catalog) {
  const json document = parse(text, name);
  const Section root(document, "", name);
  check_version(root);
  root.allow({"heteroscope", "version", "workload", "parameters", "source", "variants", "processor", "split", "memory",
              "block", "mapping", "precision", "threads", "tunables", "size", "steps", "steps_per_frame", "strokes",
              "look"});
  // whichever version of the program wrote them: settings_version says whether they can be read
  [[maybe_unused]] const auto version = root.text("version");
  const auto id = root.text("workload");
  if (!id) {
    throw root.fail("workload", fmt::format("is missing (known: {})",
                                            list_ids(catalog, [](const Workload* each) { return each->id; })));
  }
  const Workload* workload = nullptr;
  root.guarded([&] { workload = &find_workload(catalog, *id); });

  Settings settings = default_settings(*workload);
  if (const auto section = root.section("parameters"))
    read_parameters(*section, *workload, settings.problem.parameters);
  if (const auto section = root.section("source")) {
    if (!workload->image) throw root.fail("source", fmt::format("{} takes no image", workload->id));
    read_source(*section, catalog, settings.problem.source);
  }
  if (const auto section = root.section("variants")) read_variants(*section, *workload, settings);
  if (const auto named = root.text("processor"); named && !set_processors(settings.execution, *named))
    throw root.unknown("processor", *named, known_processors);
  read_split(root, settings.execution);
  root.read_id("memory", settings.execution.memory);
  if (const auto block = root.text("block"); block && *block != settings_default) {
    root.guarded([&] { settings.execution.block = parse_block(*block); });
  }
  read_mapping(root, *workload, settings.execution.mapping);
  root.read_id("precision", settings.problem.precision);
  double threads = settings.execution.threads;
  root.read("threads", threads, 0, most_threads);
  if (threads != std::floor(threads)) throw root.fail("threads", fmt::format("{} is not a whole number", threads));
  settings.execution.threads = static_cast<int>(threads);
  if (const auto section = root.section("tunables")) read_tunables(*section, *workload, settings.execution.tunables);
  if (const auto size = root.text("size")) root.guarded([&] { settings.problem.size = parse_size("size", *size); });
  read_steps(root, *workload, name, settings);
  if (const auto section = root.section("look")) read_look(*section, settings.look);
  return settings;
}

Settings load_settings(const std::filesystem::path& path, Catalog catalog) {
  const auto text_in = [](const std::vector<std::byte>& bytes) {
    return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  const bool large = text_in(read_start(path, png_start.size())) == png_start;
  const std::vector<std::byte> bytes = read_file(path, large ? largest_picture : longest_text, Streams::piped);
  const std::string name = path.string();
  const std::string_view content = text_in(bytes);
  if (!content.starts_with(png_start)) return settings_from_json(std::string(content), name, catalog);
  const auto text = png_text(bytes, name);
  if (!text) {
    throw BadInput(fmt::format("{}: this PNG carries no heteroscope settings; PNGs exported by heteroscope do", name));
  }
  return settings_from_json(*text, name, catalog);
}

}  // namespace heteroscope
