#include "core/model/schema/settings_json.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/build_facts.hpp"
#include "core/base/message.hpp"
#include "core/base/wrong.hpp"
#include "core/io/file.hpp"
#include "core/io/json/json_section.hpp"
#include "core/io/json/json_text.hpp"
#include "core/io/png/png.hpp"
#include "core/model/schema/own_choices.hpp"
#include "core/model/schema/schema.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t longest_text = std::size_t{1} << 25;  // the most strokes fit, with all their digits
constexpr int deepest_nesting = 8;
constexpr std::size_t largest_picture = std::size_t{1} << 30;  // of which the settings are a part
constexpr std::string_view png_start = "\x89PNG\r\n\x1a\n";
constexpr std::string_view look_key = "look";

/// Problem and execution in the order in which version 1 has their keys; settings that came later follow.
std::vector<const Setting*> in_order_of_files() {
  constexpr std::string_view first[] = {"parameters", "source",   "variants", "processor",       "split",
                                        "memory",     "block",    "mapping",  "precision",       "threads",
                                        "size",       "tunables", "steps",    "steps_per_frame", "strokes"};
  std::vector<const Setting*> out;
  for (const std::string_view id : first) out.push_back(&find_setting(id));
  for (const auto part : {problem_schema(), execution_schema()}) {
    for (const Setting* each : part) {
      if (std::ranges::find(first, each->id()) == std::end(first)) out.push_back(each);
    }
  }
  return out;
}

template <class Part>
void add_keys(const Part& part, std::vector<std::string_view>& keys) {
  for (const Setting* each : part) {
    for (const std::string_view key : each->keys()) keys.push_back(key);
  }
}

json parse(const std::string& text, const std::string& name) {
  if (text.size() > longest_text) {
    throw BadInput(Wrong::value, name,
                   fmt::format("{}: {} bytes are too many for settings (at most {})", name, text.size(), longest_text));
  }
  return parse_json(text, name, deepest_nesting);
}

void check_version(const Section& root) {
  const json* version = root.find("heteroscope");
  if (version == nullptr) {
    throw root.fail(
        Wrong::missing, "",
        fmt::format("the key \"heteroscope\": {} is missing: not settings that heteroscope wrote", settings_version));
  }
  if (!version->is_number_integer())
    throw root.fail(Wrong::kind, "heteroscope", fmt::format("is not a version number ({})", settings_version));
  if (*version != settings_version) {
    throw root.fail(Wrong::unknown, "heteroscope",
                    fmt::format("version {} is unknown; this program reads {}", version->dump(), settings_version));
  }
}

}  // namespace

std::string to_json(const Settings& settings, Catalog catalog) {
  const SettingContext context{.catalog = catalog, .workload = known_workload(catalog, settings.problem.workload)};
  const Settings kept = context.workload == nullptr ? settings : without_idle_own_files(settings, *context.workload);
  ordered_json root = {
      {"heteroscope", settings_version}, {"version", build_facts().version}, {"workload", kept.problem.workload}};
  for (const Setting* each : in_order_of_files()) each->save(kept, context, root);
  ordered_json look = ordered_json::object();
  for (const Setting* each : look_schema()) each->save(kept, context, look);
  root[std::string(look_key)] = std::move(look);
  try {
    return root.dump(2, ' ', true) + "\n";
  } catch (const nlohmann::json::exception&) {
    throw BadInput(
        Wrong::kind, "source",
        fmt::format("source: the file name {} is not UTF-8 and cannot be saved", quote(settings.problem.source.file)));
  }
}

Settings settings_from_json(const std::string& text, const std::string& name, Catalog catalog) {
  const json document = parse(text, name);
  const Section root(document, "", name);
  check_version(root);
  const std::vector<const Setting*> settings_of_root = in_order_of_files();
  std::vector<std::string_view> known{"heteroscope", "version", "workload"};
  add_keys(settings_of_root, known);
  known.push_back(look_key);
  root.allow(known);
  // whichever version of the program wrote them: settings_version says whether they can be read
  [[maybe_unused]] const auto version = root.text("version");
  const auto id = root.text("workload");
  if (!id) {
    throw root.fail(
        Wrong::missing, "workload",
        fmt::format("is missing (known: {})", list_ids(catalog, [](const Workload* each) { return each->id; })));
  }
  SettingContext context{.catalog = catalog};
  root.guarded([&] { context.workload = &find_workload(catalog, *id); });

  Settings settings = default_settings(*context.workload);
  for (const Setting* each : settings_of_root) each->load(root, context, settings);
  if (const auto look = root.section(look_key)) {
    known.clear();
    add_keys(look_schema(), known);
    look->allow(known);
    for (const Setting* each : look_schema()) each->load(*look, context, settings);
  }
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
    throw wrong_file(Wrong::missing, name,
                     "this PNG file contains no settings; PNG files that heteroscope wrote contain them");
  }
  return settings_from_json(*text, name, catalog);
}

}  // namespace heteroscope
