#include "core/io/settings_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/io/file.hpp"
#include "core/io/png.hpp"
#include "core/message.hpp"
#include "core/palette.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int format_version = 1;
constexpr std::string_view variant_default = "default";  // block and mapping: the variant's own
constexpr std::size_t longest_text = std::size_t{1} << 20;
constexpr std::size_t largest_file = std::size_t{1} << 30;
constexpr int most_threads = 1024;

// ---- writing

ordered_json number(std::string_view key, double value) {
  if (!std::isfinite(value))
    throw BadInput(fmt::format("{}: {} is not a finite number and cannot be saved", key, value));
  constexpr double exact_integers = 9007199254740992.0;  // 2^53
  const bool integer =
      value == std::floor(value) && std::fabs(value) < exact_integers && !(value == 0 && std::signbit(value));
  if (integer) return static_cast<std::int64_t>(value);
  return value;
}

std::string shape_text(int x, int y) {
  return fmt::format("{}x{}", x, y);
}

// ---- reading

/// One JSON object of the file; every failure names the file and the key.
class Section {
 public:
  Section(const json& object, std::string prefix, const std::string& name) : prefix_(std::move(prefix)), name_(name) {
    if (!object.is_object()) throw fail("", "is not an object ({…})");
    object_ = &object;
  }

  /// Throws for a key that is not in the list.
  void allow(std::initializer_list<std::string_view> keys) const {
    for (const auto& item : object_->items()) {
      if (std::find(keys.begin(), keys.end(), item.key()) == keys.end()) {
        throw BadInput(fmt::format("{}: {}: unknown key (known: {})", name_, path(item.key()),
                                   list_ids(keys, [](std::string_view key) { return key; })));
      }
    }
  }
  [[nodiscard]] const json* find(std::string_view key) const {
    const auto found = object_->find(key);
    return found == object_->end() ? nullptr : &*found;
  }
  [[nodiscard]] std::optional<Section> section(std::string_view key) const {
    const json* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_object()) throw fail(key, "is not an object ({…})");
    return Section(*value, path(key) + ".", name_);
  }
  [[nodiscard]] const json& object() const { return *object_; }

  [[nodiscard]] std::optional<std::string> text(std::string_view key) const {
    const json* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_string()) throw fail(key, "is not a text (\"…\")");
    return value->get<std::string>();
  }
  [[nodiscard]] std::optional<double> number(std::string_view key) const {
    const json* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_number()) throw fail(key, "is not a number");
    return value->get<double>();
  }
  void read(std::string_view key, bool& out) const {
    const json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_boolean()) throw fail(key, "is neither true nor false");
    out = value->get<bool>();
  }
  void read(std::string_view key, double& out, double minimum, double maximum) const {
    const auto value = number(key);
    if (!value) return;
    if (!(*value >= minimum && *value <= maximum))
      throw fail(key, fmt::format("{} is outside {} to {}", *value, minimum, maximum));
    out = *value;
  }
  template <class E>
  void read_id(std::string_view key, E& out) const {
    const auto value = text(key);
    if (!value) return;
    const auto known = from_id<E>(*value);
    if (!known) throw unknown(key, *value, all_ids<E>());
    out = *known;
  }
  /// `body` may throw BadInput; its message then follows the file's name.
  template <class Body>
  void guarded(const Body& body) const {
    try {
      body();
    } catch (const BadInput& wrong) {
      throw BadInput(fmt::format("{}: {}{}", name_, prefix_, wrong.what()));
    }
  }
  [[nodiscard]] BadInput fail(std::string_view key, std::string_view what) const {
    return BadInput(fmt::format("{}: {}: {}", name_, key.empty() ? "settings" : path(key), what));
  }
  [[nodiscard]] BadInput unknown(std::string_view key, std::string_view value, std::string_view known) const {
    return fail(key, fmt::format("{} is unknown (known: {})", quote(value), known));
  }

 private:
  [[nodiscard]] std::string path(std::string_view key) const {
    const std::string quoted = quote(key);
    return prefix_ + quoted.substr(1, quoted.size() - 2);
  }

  const json* object_ = nullptr;
  std::string prefix_;
  const std::string& name_;
};

void read_parameters(const Section& section, const Workload& workload, Values& out) {
  for (const auto& item : section.object().items()) {
    const Parameter* parameter = workload.find_parameter(item.key());
    if (parameter == nullptr) {
      throw section.fail(item.key(),
                         fmt::format("{} has no such parameter (known: {})", workload.id,
                                     list_ids(workload.parameters, [](const Parameter& p) { return p.id; })));
    }
    const bool truth = parameter->kind == ParameterKind::boolean && item.value().is_boolean();
    if (!truth && !item.value().is_number()) throw section.fail(item.key(), "is not a number");
    const double value = truth ? (item.value().get<bool>() ? 1 : 0) : item.value().get<double>();
    section.guarded([&] {
      if (const std::string wrong = check_value(*parameter, value); !wrong.empty()) throw BadInput(wrong);
    });
    out.find(item.key())->second = value;
  }
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
    StageChoice& choice = out.variants.find(item.key())->second;
    read_variant(sides, *stage, Processor::cpu, choice.cpu);
    read_variant(sides, *stage, Processor::gpu, choice.gpu);
  }
}

void read_mapping(const Section& section, const Workload& workload, std::string& out) {
  const auto value = section.text("mapping");
  if (!value || *value == variant_default) return;
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

void read_look(const Section& section, Look& out) {
  section.allow({"palette", "scale", "automatic", "low", "high"});
  constexpr double most = std::numeric_limits<double>::max();
  if (const auto id = section.text("palette")) section.guarded([&] { out.palette = find_palette(*id).id; });
  if (const auto id = section.text("scale")) {
    if (!from_id<ColorScale>(*id)) throw section.unknown("scale", *id, all_ids<ColorScale>());
    out.scale = *id;
  }
  section.read("automatic", out.automatic);
  section.read("low", out.low, -most, most);
  section.read("high", out.high, -most, most);
}

json parse(const std::string& text, const std::string& name) {
  if (text.size() > longest_text) {
    throw BadInput(fmt::format("{}: {} bytes are too many for settings (at most {})", name, text.size(), longest_text));
  }
  try {
    return json::parse(text);
  } catch (const json::exception& error) {
    // What stands before the bracket is the library's own name for the error.
    std::string_view what = error.what();
    if (const std::size_t bracket = what.find("] "); bracket != what.npos) what.remove_prefix(bracket + 2);
    const std::string quoted = quote(what);
    throw BadInput(fmt::format("{}: not JSON, or cut short: {}", name, quoted.substr(1, quoted.size() - 2)));
  }
}

void check_version(const Section& root) {
  const json* version = root.find("heteroscope");
  if (version == nullptr) {
    throw root.fail(
        "", fmt::format("the key \"heteroscope\": {} is missing: not settings that heteroscope wrote", format_version));
  }
  if (!version->is_number_integer())
    throw root.fail("heteroscope", fmt::format("is not a version number ({})", format_version));
  if (*version != format_version) {
    throw root.fail("heteroscope",
                    fmt::format("version {} is unknown; this program reads {}", version->dump(), format_version));
  }
}

}  // namespace

std::string to_json(const Settings& settings) {
  ordered_json parameters = ordered_json::object();
  for (const auto& [id, value] : settings.parameters) parameters[id] = number(id, value);
  ordered_json variants = ordered_json::object();
  for (const auto& [stage, choice] : settings.variants) {
    ordered_json sides = ordered_json::object();
    if (!choice.cpu.empty()) sides["cpu"] = choice.cpu;
    if (!choice.gpu.empty()) sides["gpu"] = choice.gpu;
    variants[stage] = sides;
  }
  const bool own_block = settings.block == BlockShape{};
  const ordered_json root = {
      {"heteroscope", format_version},
      {"workload", settings.workload},
      {"parameters", parameters},
      {"variants", variants},
      {"processor", id_of(settings.processor)},
      {"split", number("split", settings.split)},
      {"memory", id_of(settings.memory)},
      {"block", own_block ? std::string(variant_default) : shape_text(settings.block.x, settings.block.y)},
      {"mapping", settings.mapping.empty() ? std::string(variant_default) : settings.mapping},
      {"precision", id_of(settings.precision)},
      {"threads", settings.threads},
      {"size", shape_text(settings.size.width, settings.size.height)},
      {"look",
       {{"palette", settings.look.palette},
        {"scale", settings.look.scale},
        {"automatic", settings.look.automatic},
        {"low", number("look.low", settings.look.low)},
        {"high", number("look.high", settings.look.high)}}}};
  return root.dump(2, ' ', true) + "\n";
}

Settings settings_from_json(const std::string& text, const std::string& name, Catalog catalog) {
  const json document = parse(text, name);
  const Section root(document, "", name);
  check_version(root);
  root.allow({"heteroscope", "workload", "parameters", "variants", "processor", "split", "memory", "block", "mapping",
              "precision", "threads", "size", "look"});
  const auto id = root.text("workload");
  if (!id) {
    throw root.fail("workload", fmt::format("is missing (known: {})",
                                            list_ids(catalog, [](const Workload* each) { return each->id; })));
  }
  const Workload* workload = nullptr;
  root.guarded([&] { workload = &find_workload(catalog, *id); });

  Settings settings = default_settings(*workload);
  if (const auto section = root.section("parameters")) read_parameters(*section, *workload, settings.parameters);
  if (const auto section = root.section("variants")) read_variants(*section, *workload, settings);
  root.read_id("processor", settings.processor);
  root.read("split", settings.split, 0, 1);
  root.read_id("memory", settings.memory);
  if (const auto block = root.text("block"); block && *block != variant_default) {
    root.guarded([&] { settings.block = parse_block(*block); });
  }
  read_mapping(root, *workload, settings.mapping);
  root.read_id("precision", settings.precision);
  double threads = settings.threads;
  root.read("threads", threads, 0, most_threads);
  if (threads != std::floor(threads)) throw root.fail("threads", fmt::format("{} is not a whole number", threads));
  settings.threads = static_cast<int>(threads);
  if (const auto size = root.text("size")) root.guarded([&] { settings.size = parse_size("size", *size); });
  if (const auto section = root.section("look")) read_look(*section, settings.look);
  return settings;
}

Settings load_settings(const std::filesystem::path& path, Catalog catalog) {
  const std::vector<std::byte> bytes = read_file(path, largest_file);
  const std::string name = path.string();
  constexpr std::string_view png_start = "\x89PNG\r\n\x1a\n";
  const std::string_view content(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!content.starts_with(png_start)) return settings_from_json(std::string(content), name, catalog);
  const auto text = png_text(bytes, name);
  if (!text) {
    throw BadInput(fmt::format("{}: this PNG carries no heteroscope settings; PNGs exported by heteroscope do", name));
  }
  return settings_from_json(*text, name, catalog);
}

}  // namespace heteroscope
