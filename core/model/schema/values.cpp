#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/shell_word.hpp"
#include "core/base/wrong.hpp"
#include "core/io/json/json_section.hpp"
#include "core/model/schema/composite.hpp"
#include "core/model/schema/keyed_words.hpp"
#include "core/model/schema/kinds.hpp"
#include "core/model/settings/source.hpp"

/// The values of parameters, of the workload and of the workload that its source is.
namespace heteroscope {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t longest_path = 4095;

Value read_parameter_text(const Section& section, const json& value, const Parameter& parameter) {
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
      throw section.fail(Wrong::kind, key,
                         fmt::format("is not one of {}", list_ids(parameter.choices, [](auto id) { return id; })));
    }
    return read_parameter_text(section, value, parameter);
  }
  if (parameter.kind == ParameterKind::decimal && value.is_string())
    return read_parameter_text(section, value, parameter);
  const bool truth = parameter.kind == ParameterKind::boolean && value.is_boolean();
  const std::optional<double> number = truth ? (value.get<bool>() ? 1.0 : 0.0) : number_in(value);
  if (!number) {
    throw section.fail(Wrong::kind, key,
                       parameter.kind == ParameterKind::decimal ? "is not a number" : "is not a number");
  }
  section.guarded([&] {
    if (const std::string wrong = check_value(parameter, *number); !wrong.empty())
      throw BadInput(Wrong::value, std::string(parameter.id), wrong);
  });
  return *number;
}

void read_parameters(const Section& section, const Workload& workload, Values& out) {
  for (const auto& item : section.object().items()) {
    const Parameter* parameter = workload.find_parameter(item.key());
    if (parameter == nullptr) {
      throw section.fail(Wrong::unknown, item.key(),
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
  if (!id) throw section.fail(Wrong::missing, "id", fmt::format("is missing (known: {})", known));
  const Pattern* pattern = find_pattern(*id);
  const Workload* maker = find_source_workload(catalog, *id);
  const bool file = *id == file_source;
  if (!file && pattern == nullptr && maker == nullptr) throw section.unknown("id", *id, known);
  const bool numbered = pattern != nullptr && !pattern->number_label.empty();
  const auto refuse = [&](std::string_view key, bool taken) {
    if (!taken && section.find(key) != nullptr)
      throw section.fail(Wrong::unused, key, fmt::format("{} has no source image", *id));
  };
  refuse("file", file);
  refuse("number", numbered);
  refuse("parameters", maker != nullptr);

  out = Source{.id = *id, .number = numbered ? pattern->initial : 0};
  if (file) {
    const auto path = section.text("file", longest_path);
    if (!path || path->empty()) throw section.fail(Wrong::missing, "file", "is missing: the path of the image");
    out.file = *path;
  }
  if (const auto number = section.number("number")) {
    if (const std::string wrong = check_value(number_of(*pattern), *number); !wrong.empty()) {
      throw section.fail(Wrong::value, "number", wrong);
    }
    out.number = *number;
  }
  if (const auto values = section.section("parameters")) read_parameters(*values, *maker, out.values);
}

/// Returns the values by parameter id; a choice is written as its id, so that it means the same when others are added,
/// and a decimal that no double says as its text.
ordered_json values_json(const Values& values, const Workload* workload, const std::string& prefix) {
  ordered_json out = ordered_json::object();
  for (const auto& [id, value] : values) {
    const Parameter* parameter = workload == nullptr ? nullptr : workload->find_parameter(id);
    const bool choice =
        parameter != nullptr && parameter->kind == ParameterKind::choice && check_value(*parameter, value).empty();
    const bool text = choice || !value.is_double();
    out[id] =
        text ? ordered_json(choice ? value_text(*parameter, value) : value.text()) : saved_number(prefix + id, value);
  }
  return out;
}

/// Returns " --set KEY=VALUE". `parameter` is the one whose value it is; null if the workload has none of that name, as
/// in a file of another version.
std::string set_option(const std::string& key, const Parameter* parameter, const Value& value) {
  return fmt::format(" --set {}={}", key, parameter != nullptr ? value_text(*parameter, value) : value.text());
}

class Parameters : public Setting {
 public:
  using Setting::Setting;
  bool is_repeatable() const override { return true; }

  void save(const Settings& settings, const SettingContext& context, ordered_json& to) const override {
    to[std::string(id())] = values_json(settings.problem.parameters, context.workload, "");
  }
  void load(const Section& from, const SettingContext& context, Settings& settings) const override {
    if (const auto section = from.section(id()))
      read_parameters(*section, *context.workload, settings.problem.parameters);
  }
  void take(std::span<const std::string> typed, const SettingContext& context, Settings& settings) const override {
    const std::vector<std::string> each(typed.begin(), typed.end());
    set_parameters(settings, context.catalog, each);
    refuse_repeated(words().option, each);
  }
  std::string options(const Settings& settings, const SettingContext& context, Written written) const override {
    std::string out;
    const Workload& workload = *context.workload;
    const std::vector<UnusedParameter> unused = unused_parameters(settings, workload);
    const Values initial = initial_values(workload.parameters);
    Values values = settings.problem.parameters;
    if (written == Written::all) values.insert(initial.begin(), initial.end());
    for (const auto& [key, value] : values) {
      const auto found = initial.find(key);
      if (!why_unused(unused, key).empty()) {
        // the value that is taken without a word, in the place of a scene's
        const Parameter* const parameter = workload.find_parameter(key);
        if (written == Written::all && parameter != nullptr) out += set_option(key, parameter, parameter->initial);
        continue;
      }
      if (written == Written::changed && found != initial.end() && found->second == value) continue;
      out += set_option(key, workload.find_parameter(key), value);
    }
    return out;
  }
  /// All parameters get their defaults, or one does; a side never grows.
  std::vector<Change> simpler(const Settings& now, const Workload& workload) const override {
    Values simplest = initial_values(workload.parameters);
    if (const Parameter* const side = workload.extent_parameter(now.problem.parameters)) {
      const auto found = now.problem.parameters.find(side->id);
      Value& least = simplest.find(side->id)->second;
      if (found != now.problem.parameters.end()) least = std::min(least, found->second);
    }
    std::vector<Change> out{[simplest](Settings& settings) { settings.problem.parameters = simplest; }};
    for (const auto& each : simplest)
      out.push_back([each](Settings& settings) { settings.problem.parameters[each.first] = each.second; });
    return out;
  }
};

class SourceSetting : public Setting {
 public:
  using Setting::Setting;

  void save(const Settings& settings, const SettingContext& context, ordered_json& to) const override {
    const Source& source = settings.problem.source;
    if (source.id.empty()) return;
    ordered_json out{{"id", source.id}};
    if (source.id == file_source) out["file"] = source.file;
    const Pattern* pattern = find_pattern(source.id);
    if (pattern != nullptr && !pattern->number_label.empty())
      out["number"] = saved_number("source.number", source.number);
    if (!source.values.empty()) {
      out["parameters"] = values_json(source.values, known_workload(context.catalog, source.id), "source.parameters.");
    }
    to[std::string(id())] = std::move(out);
  }
  void load(const Section& from, const SettingContext& context, Settings& settings) const override {
    const auto section = from.section(id());
    if (!section) return;
    if (!context.workload->image)
      throw from.fail(Wrong::unused, id(), fmt::format("{} has no source image", context.workload->id));
    read_source(*section, context.catalog, settings.problem.source);
  }
  void take(std::span<const std::string> typed, const SettingContext& context, Settings& settings) const override {
    if (!context.workload->image) {
      throw wrong_option(Wrong::unused, words().option, typed.back(), ": {} has no source image", context.workload->id);
    }
    settings.problem.source = parse_source(typed.back(), context.catalog);
  }
  std::string options(const Settings& settings, const SettingContext& context, Written) const override {
    const Source& source = settings.problem.source;
    if (source.id.empty() || !context.workload->reads_source(context.workload->bind(settings.problem.parameters)))
      return {};
    std::string out = typed_option(*this, shell_word(source_text(source)));
    const Workload* const maker = find_source_workload(context.catalog, source.id);
    for (const auto& [key, value] : source.values) {
      const Parameter* const parameter = maker != nullptr ? maker->find_parameter(key) : nullptr;
      out += set_option("source." + key, parameter, value);
    }
    return out;
  }
  std::vector<Change> simpler(const Settings&, const Workload& workload) const override {
    if (!workload.image) return {};
    return {[](Settings& settings) { settings.problem.source = {.id = "noise", .number = 1}; },
            [](Settings& settings) { settings.problem.source.values.clear(); }};
  }
};

}  // namespace

const Setting& parameters_setting() {
  static const Parameters setting{
      {"parameters", "Parameters", "--set", "KEY=VALUE",
       "Set one parameter of the workload, or of the source (source.KEY);\nrepeat for more. Parameters "
       "of any precision (see `heteroscope\nlist`) take all digits"}};
  return setting;
}

const Setting& source_setting() {
  static const SourceSetting setting{
      {"source", "Source", "--source", "ID[:NUMBER]|FILE",
       "Where the input image comes from: a pattern or a workload\n(`heteroscope list` names them), or a "
       "file: PNG, JPEG, WebP,\nGIF, BMP, TIFF, PGM, .npy"}};
  return setting;
}

}  // namespace heteroscope
