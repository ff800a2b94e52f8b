#include "app/window/features/files/remember.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/files/own_folder.hpp"
#include "app/files/state_file.hpp"
#include "app/window/features/views/view_file.hpp"
#include "app/window/model/scope/scope_replay.hpp"
#include "core/io/json/json_text.hpp"
#include "core/model/schema/own_choices.hpp"
#include "core/model/schema/settings_json.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;
/// The settings within a view are nested deepest; a hundred thousand strokes are long.
constexpr StateKind kept_window{.key = "heteroscope_window", .refusal = "not a window's state", .levels = 11};

/// Reads a number of the window and limits it to its range.
template <class Number>
void read_clamped(const Section& section, std::string_view key, Number& out, Number low, Number high) {
  if (const auto value = section.number(key)) {
    out = static_cast<Number>(std::clamp(*value, static_cast<double>(low), static_cast<double>(high)));
  }
}

std::vector<std::string> texts_in(const json* list, std::size_t most) {
  std::vector<std::string> out;
  if (list == nullptr || !list->is_array()) return out;
  for (const json& each : *list) {
    if (each.is_string() && out.size() < most) out.push_back(each.get<std::string>());
  }
  return out;
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
  section.read("welcome", out.welcome);
  section.read("run_plots", out.run_plots);
  section.read("roofline", out.roofline);
  section.read("disks", out.disks);
  read_clamped(section, "brush_radius", out.brush_radius, smallest_brush, largest_brush);
  read_clamped(section, "brush_strength", out.brush_strength, 0.001, strongest_brush);
  section.read("automatic_limit", out.automatic_limit);
  read_clamped(section, "zoom_notch", out.zoom_notch, finest_notch, coarsest_notch);
  if (section.find("cover_color") != nullptr) section.read_id("cover_color", out.scope_color.emplace());
  section.read("cover_grids", out.scope_grids);
  read_clamped(section, "cover_share", out.scope_share, 0.0, 1.0);
  section.read("cover_costs", out.scope_costs);
  read_clamped(section, "replay_s", out.replay_s, shortest_replay_s, longest_replay_s);
  if (const auto lens = section.section("lens_variants")) {
    for (const auto& each : lens->object().items())
      out.lens_variants[each.key()] = texts_in(&each.value(), most_lens_variants);
  }
  read_clamped(section, "movie_s", out.movie_s, shortest_movie_s, longest_movie_s);
  read_clamped(section, "movie_rate", out.movie_rate, 1, fastest_movie_rate);
  out.told_oddity = section.text("told_oddity").value_or("");
  read_clamped(section, "left_width", out.left_width, 0.0, 1.0 * largest_side);
  read_clamped(section, "right_width", out.right_width, 0.0, 1.0 * largest_side);
  read_clamped(section, "graphs_height", out.graphs_height, 0.0, 1.0 * largest_side);
  read_clamped(section, "timeline_height", out.timeline_height, 0.0, 1.0 * largest_side);
  read_clamped(section, "width", out.width, 0, largest_side);
  read_clamped(section, "height", out.height, 0, largest_side);
  return out;
}

/// Sets the settings to step 0 where computing the steps again would delay the first picture by about a minute, because
/// an iteration is computed from its start. Returns a line that says so; else empty.
std::string begin_anew_if_long(Settings& settings, Catalog catalog) {
  constexpr double most_operations = 2e10;
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  if (!workload.iterates()) return {};
  const auto steps = static_cast<double>(settings.problem.steps);
  if (steps * step_operations(settings.problem, workload) <= most_operations) return {};
  settings.problem.steps = 0;
  return fmt::format("{} begins at step 0, since computing its {:.0f} steps again would take long", workload.label,
                     steps);
}

/// Returns the settings as the next window can read them, in which no person's file is open yet.
Settings settings_to_keep(const Settings& settings, Catalog catalog) {
  return without_own_files(settings, find_workload(catalog, settings.problem.workload));
}

/// Reads the state as it is in the file.
Recollection read_memory(const std::filesystem::path& path, Catalog catalog) {
  return recall<Recollection>(
      kept_window, path, "the saved state of the window cannot be used",
      [&](const std::string& text, const std::string& name) { return memory_from_json(text, name, catalog); });
}

/// Merges the states of two windows. Lists have the entries of both; of a single value the one that was changed in this
/// window is taken, else that of the other.
Memory merged_memory(const Memory& base, const Memory& mine, const Memory& theirs) {
  Memory out = mine;
  if (theirs.settings && mine.settings == base.settings) out.settings = theirs.settings;
  if (theirs.settings && mine.preferences == base.preferences) out.preferences = theirs.preferences;
  out.recent = merged_recent(base.recent, mine.recent, theirs.recent);
  out.own_views = merged_views(base.own_views, mine.own_views, theirs.own_views);
  return out;
}

}  // namespace

std::filesystem::path memory_path() {
  return own_file("window.json");
}

Memory memory_from_json(const std::string& text, const std::string& name, Catalog catalog) {
  const StateText state(kept_window, text, name);
  const Section& root = state.root();
  Memory out;
  if (const auto window = root.section("window")) out.preferences = preferences_in(*window);
  if (const json* settings = root.find("settings")) {
    out.settings = settings_from_json(settings->dump(), name, catalog);
  }
  out.recent = texts_in(root.find("recent"), most_recent);
  if (const json* views = root.find("views")) out.own_views = views_in(*views);
  return out;
}

Recollection load_memory(const std::filesystem::path& path, Catalog catalog) {
  Recollection out = read_memory(path, catalog);
  if (out.memory.settings) {
    const std::string begun_anew = begin_anew_if_long(*out.memory.settings, catalog);
    if (out.trouble.empty()) out.trouble = begun_anew;
  }
  return out;
}

std::string memory_to_json(const Memory& memory, Catalog catalog) {
  const Preferences& preferences = memory.preferences;
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
              {"welcome", preferences.welcome},
              {"run_plots", preferences.run_plots},
              {"roofline", preferences.roofline},
              {"disks", preferences.disks},
              {"brush_radius", preferences.brush_radius},
              {"brush_strength", preferences.brush_strength},
              {"automatic_limit", preferences.automatic_limit},
              {"zoom_notch", preferences.zoom_notch},
              {"cover_grids", preferences.scope_grids},
              {"cover_share", preferences.scope_share},
              {"cover_costs", preferences.scope_costs},
              {"replay_s", preferences.replay_s},
              {"lens_variants", preferences.lens_variants},
              {"movie_s", preferences.movie_s},
              {"movie_rate", preferences.movie_rate},
              {"told_oddity", preferences.told_oddity},
              {"left_width", preferences.left_width},
              {"right_width", preferences.right_width},
              {"graphs_height", preferences.graphs_height},
              {"timeline_height", preferences.timeline_height},
              {"width", preferences.width},
              {"height", preferences.height}};
  if (preferences.scope_color) window["cover_color"] = id_of(*preferences.scope_color);
  const json root{{std::string(kept_window.key), kept_window.version},
                  {"window", window},
                  {"settings", json::parse(to_json(settings_to_keep(*memory.settings, catalog), catalog))},
                  {"recent", memory.recent},
                  {"views", views_to_json(memory.own_views)}};
  // a path may hold bytes that are no UTF-8
  return written_json(root, 2, true) + "\n";
}

Recollection save_memory(const std::filesystem::path& path, const Memory& memory, Catalog catalog, const Memory& base) {
  Recollection out{memory, {}};
  if (path.empty()) return out;
  write_own_file(path, [&] {
    std::error_code absent;
    const bool there = std::filesystem::exists(path, absent);
    const Recollection theirs = read_memory(path, catalog);
    out.trouble = theirs.trouble;
    // a file that is missing or damaged does not tell which views and paths were removed
    if (there && theirs.trouble.empty()) out.memory = merged_memory(base, memory, theirs.memory);
    return memory_to_json(out.memory, catalog);
  });
  return out;
}

std::vector<std::string> merged_recent(const std::vector<std::string>& base, const std::vector<std::string>& mine,
                                       const std::vector<std::string>& theirs) {
  const auto without = [](std::vector<std::string> list, const std::vector<std::string>& first) {
    std::erase_if(list, [&](const std::string& each) { return std::ranges::find(first, each) != first.end(); });
    return list;
  };
  // paths that were opened in this window stand in front of those of the base
  std::vector<std::string> out;
  for (std::size_t i = 0; i < mine.size(); ++i) {
    const std::vector<std::string> left = without(base, out);
    const std::size_t rest = mine.size() - i;
    if (rest <= left.size() && std::equal(mine.begin() + static_cast<std::ptrdiff_t>(i), mine.end(), left.begin()))
      break;
    out.push_back(mine[i]);
  }
  for (std::string& each : without(theirs, out)) out.push_back(std::move(each));
  if (out.size() > most_recent) out.resize(most_recent);
  return out;
}

}  // namespace heteroscope
