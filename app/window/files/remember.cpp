#include "app/window/files/remember.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/error.hpp"
#include "core/io/file.hpp"
#include "core/io/json_section.hpp"
#include "core/io/json_text.hpp"
#include "core/io/settings_json.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;
constexpr int version = 1;
constexpr std::size_t largest_file = std::size_t{1} << 20;

/// Of the settings within.
constexpr int deepest_nesting = 9;

/// A number of the window, as near to what was read as it may be.
template <class Number>
void read_clamped(const Section& section, std::string_view key, Number& out, Number low, Number high) {
  if (const auto value = section.number(key)) {
    out = static_cast<Number>(std::clamp(*value, static_cast<double>(low), static_cast<double>(high)));
  }
}

Preferences preferences_in(const Section& section) {
  constexpr int largest_side = 32768;
  Preferences out;
  section.read_id("theme", out.theme);
  section.read_id("display", out.display);
  read_clamped(section, "text_size", out.text_size, 0.5, 4.0);
  section.read("left_panel", out.left);
  section.read("right_panel", out.right);
  section.read("graphs", out.graphs);
  section.read("split_line", out.split_line);
  section.read("log_times", out.log_times);
  section.read("log_counts", out.log_counts);
  section.read("contours", out.contours);
  read_clamped(section, "contour_levels", out.contour_levels, 1, most_contour_levels);
  section.read("run_plots", out.run_plots);
  section.read("disks", out.disks);
  read_clamped(section, "brush_radius", out.brush_radius, smallest_brush, largest_brush);
  read_clamped(section, "brush_strength", out.brush_strength, 0.001, strongest_brush);
  section.read_id("cover_color", out.cover_color);
  section.read("cover_grids", out.cover_grids);
  read_clamped(section, "width", out.width, 0, largest_side);
  read_clamped(section, "height", out.height, 0, largest_side);
  return out;
}

}  // namespace

std::filesystem::path memory_path() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config != '\0') return std::filesystem::path(config) / "heteroscope" / "window.json";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') {
    return std::filesystem::path(home) / ".config" / "heteroscope" / "window.json";
  }
  return {};
}

Memory memory_from_json(const std::string& text, const std::string& name, Catalog catalog) {
  const json document = parse_json(text, name, deepest_nesting);
  const Section root(document, "", name);
  if (root.number("heteroscope_window") != version) {
    throw BadInput(fmt::format("{}: not a window's state of version {}", name, version));
  }
  Memory out;
  if (const auto window = root.section("window")) out.preferences = preferences_in(*window);
  if (const json* settings = root.find("settings")) {
    out.settings = settings_from_json(settings->dump(), name, catalog);
  }
  return out;
}

Recollection load_memory(const std::filesystem::path& path, Catalog catalog) {
  std::error_code absent;
  if (path.empty() || !std::filesystem::exists(path, absent)) return {};
  try {
    const std::vector<std::byte> bytes = read_file(path, largest_file);
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return {memory_from_json(text, path.string(), catalog), {}};
  } catch (const BadInput& wrong) {
    std::filesystem::path aside = path;
    aside += ".damaged";
    std::error_code failed;
    std::filesystem::rename(path, aside, failed);
    return {{}, fmt::format("not remembered: {}{}", wrong.what(), failed ? "" : "; kept as " + aside.string())};
  }
}

std::string memory_to_json(const Settings& settings, const Preferences& preferences, Catalog catalog) {
  json window{{"theme", id_of(preferences.theme)},
              {"text_size", preferences.text_size},
              {"display", id_of(preferences.display)},
              {"left_panel", preferences.left},
              {"right_panel", preferences.right},
              {"graphs", preferences.graphs},
              {"split_line", preferences.split_line},
              {"log_times", preferences.log_times},
              {"log_counts", preferences.log_counts},
              {"contours", preferences.contours},
              {"contour_levels", preferences.contour_levels},
              {"run_plots", preferences.run_plots},
              {"disks", preferences.disks},
              {"brush_radius", preferences.brush_radius},
              {"brush_strength", preferences.brush_strength},
              {"cover_color", id_of(preferences.cover_color)},
              {"cover_grids", preferences.cover_grids},
              {"width", preferences.width},
              {"height", preferences.height}};
  const json root{
      {"heteroscope_window", version}, {"window", window}, {"settings", json::parse(to_json(settings, catalog))}};
  return root.dump(2, ' ', true) + "\n";
}

void save_memory(const std::filesystem::path& path, const Settings& settings, const Preferences& preferences,
                 Catalog catalog) {
  if (path.empty()) return;
  const std::string text = memory_to_json(settings, preferences, catalog);
  std::error_code failed;
  std::filesystem::create_directories(path.parent_path(), failed);
  if (failed) throw BadInput(fmt::format("cannot write {}: {}", path.string(), failed.message()));
  write_file(path, text);
}

}  // namespace heteroscope
