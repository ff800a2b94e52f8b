#include "app/window/remember.hpp"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "core/io/file.hpp"
#include "core/io/settings_json.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;
constexpr int version = 1;
constexpr std::size_t largest_file = std::size_t{1} << 20;

template <class E>
E id_in(const json& object, const char* key, E otherwise) {
  if (!object.contains(key)) return otherwise;
  const auto text = object.at(key).get<std::string>();
  const std::optional<E> value = from_id<E>(text);
  if (!value) throw BadInput(std::string(key) + ": \"" + text + "\" is none of " + all_ids<E>());
  return *value;
}

Preferences preferences_in(const json& object) {
  Preferences out;
  out.theme = id_in(object, "theme", out.theme);
  out.display = id_in(object, "display", out.display);
  out.text_size = std::clamp(object.value("text_size", out.text_size), 0.5, 4.0);
  out.left = object.value("left_panel", out.left);
  out.right = object.value("right_panel", out.right);
  out.graphs = object.value("graphs", out.graphs);
  out.split_line = object.value("split_line", out.split_line);
  out.log_counts = object.value("log_counts", out.log_counts);
  out.contours = object.value("contours", out.contours);
  out.contour_levels = std::clamp(object.value("contour_levels", out.contour_levels), 1, most_contour_levels);
  out.run_plots = object.value("run_plots", out.run_plots);
  out.disks = object.value("disks", out.disks);
  out.brush_radius = std::clamp(object.value("brush_radius", out.brush_radius), smallest_brush, largest_brush);
  out.brush_strength = std::clamp(object.value("brush_strength", out.brush_strength), 0.001, strongest_brush);
  out.cover_color = id_in(object, "cover_color", out.cover_color);
  out.cover_grids = object.value("cover_grids", out.cover_grids);
  out.width = std::clamp(object.value("width", 0), 0, 32768);
  out.height = std::clamp(object.value("height", 0), 0, 32768);
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

Memory load_memory(const std::filesystem::path& path, Catalog catalog) {
  std::error_code absent;
  if (path.empty() || !std::filesystem::exists(path, absent)) return {};
  const std::vector<std::byte> bytes = read_file(path, largest_file);
  try {
    const json root = json::parse(reinterpret_cast<const char*>(bytes.data()),
                                  reinterpret_cast<const char*>(bytes.data()) + bytes.size());
    if (root.value("heteroscope_window", 0) != version) {
      throw BadInput(path.string() + ": not a window state of version " + std::to_string(version));
    }
    Memory out;
    out.preferences = preferences_in(root.value("window", json::object()));
    if (root.contains("settings")) {
      out.settings = settings_from_json(root.at("settings").dump(), path.string(), catalog);
    }
    return out;
  } catch (const json::exception& wrong) {
    throw BadInput(path.string() + ": " + wrong.what());
  }
}

void save_memory(const std::filesystem::path& path, const Settings& settings, const Preferences& preferences,
                 Catalog catalog) {
  if (path.empty()) return;
  json window{{"theme", id_of(preferences.theme)},
              {"text_size", preferences.text_size},
              {"display", id_of(preferences.display)},
              {"left_panel", preferences.left},
              {"right_panel", preferences.right},
              {"graphs", preferences.graphs},
              {"split_line", preferences.split_line},
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
  std::error_code failed;
  std::filesystem::create_directories(path.parent_path(), failed);
  if (failed) throw BadInput(path.parent_path().string() + ": " + failed.message());
  write_file(path, root.dump(2) + "\n");
}

}  // namespace heteroscope
