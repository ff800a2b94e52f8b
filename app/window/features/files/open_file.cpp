#include "app/window/features/files/open_file.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "app/options/own_files.hpp"
#include "app/window/features/views/view_file.hpp"
#include "app/window/model/times/iterating.hpp"
#include "core/color/palette.hpp"
#include "core/color/palette_text.hpp"
#include "core/io/extension.hpp"
#include "core/io/file.hpp"
#include "core/io/png/png.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/source.hpp"

namespace heteroscope {
namespace {

bool holds_settings(const std::filesystem::path& path) {
  if (extension_of(path) == ".json") return true;
  if (extension_of(path) != ".png") return false;
  return png_text(read_file(path), path.string()).has_value();
}

/// Returns whether a .json has the key by which a kind of file is known; it is the first key of such files.
bool begins_with_key(const std::filesystem::path& path, std::string_view key) {
  constexpr std::size_t looked_at = 4096;
  if (extension_of(path) != ".json") return false;
  const std::vector<std::byte> start = read_start(path, looked_at);
  const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
  return text.find('"' + std::string(key) + '"') != text.npos;
}

OwnViews::List open_views(const std::filesystem::path& path, Catalog catalog) {
  return views_of_file(read_text(path, largest_view_file), path.string(), catalog);
}

/// Returns the absolute path, which holds wherever the program is started next.
std::filesystem::path absolute_path(const std::filesystem::path& path) {
  std::error_code failed;
  const std::filesystem::path out = std::filesystem::absolute(path, failed);
  return failed ? path : out.lexically_normal();
}

/// Returns the present settings with the colors of a palette file.
Opened open_palette(const std::filesystem::path& path, const Settings& now) {
  Opened out{.settings = now, .note = "its colors are now the palette \"Own\""};
  out.settings.look.stops = load_palette_file(path);
  out.settings.look.palette = own_palette;
  return out;
}

/// Returns the settings with that workload: the present ones, if it is theirs.
Settings on_workload(const Settings& now, const Workload& workload, const SourceMemory& memory, Catalog catalog) {
  return now.problem.workload == workload.id ? now : with_workload(now, workload, memory, catalog);
}

/// Returns the settings with the variant of a person's file, which is compiled.
Opened open_own(const std::filesystem::path& path, const Settings& now, const SourceMemory& memory, Catalog catalog) {
  const OwnSource& source = open_own_file(path).source();
  const Workload& workload = *source.workload;
  Opened out{.settings = on_workload(now, workload, memory, catalog), .note = "it is the chosen variant now"};
  choose_variant(out.settings, workload, fmt::format("{}={}", workload.stages[source.stage].id, source.id()));
  set_participants(out.settings.execution, source.processor, out.settings.execution.gpus);
  return out;
}

std::shared_ptr<const BenchViews> open_result(const std::filesystem::path& path) {
  const Results results = load_results(path);
  for (const Result& each : results.parts) {
    if (each.rows.empty()) throw BadInput(part_name(path.string(), results, each) + ": has no rows");
  }
  return std::make_shared<const BenchViews>(views_of(results));
}

}  // namespace

Opened open_file(const std::filesystem::path& path, const Settings& now, const SourceMemory& memory, Catalog catalog) {
  // before results, which such a file may hold as well
  if (begins_with_key(path, answers_key))
    return {.settings = now, .answers = std::make_shared<const Answers>(load_answers(path.string()))};
  if (begins_with_key(path, "heteroscope_bench")) return {.settings = now, .measured = open_result(path)};
  if (begins_with_key(path, view_file_key)) return {.settings = now, .views = open_views(path, catalog)};
  if (is_own_source(path)) return open_own(path, now, memory, catalog);
  if (is_palette_file(path)) return open_palette(path, now);
  if (is_location_file(path)) {
    const Settings from = settings_for_location(now, memory, catalog);
    return open_location(load_location(path, from, catalog), from, catalog);
  }
  if (holds_settings(path)) return {load_settings(path, catalog), false};
  return {with_image_file(path, now, memory, catalog), true};
}

Opened open_named(const std::filesystem::path& word, const Settings& now, const SourceMemory& memory, Catalog catalog) {
  const Workload* const workload = known_workload(catalog, word.string());
  if (workload == nullptr) return open_file(word, now, memory, catalog);
  return {.settings = on_workload(now, *workload, memory, catalog)};
}

void follow_location(Settings& at, const Settings& now, Catalog catalog) {
  follow_look(at, natural_look(now, catalog), catalog);
}

Settings settings_for_location(const Settings& now, const SourceMemory& memory, Catalog catalog) {
  return on_workload(now, find_workload(catalog, "mandelbrot"), memory, catalog);
}

Opened open_location(ReadLocation read, const Settings& now, Catalog catalog) {
  follow_location(read.settings, now, catalog);
  return {.settings = std::move(read.settings), .note = std::move(read.note)};
}

Settings with_image_file(const std::filesystem::path& path, const Settings& now, const SourceMemory& memory,
                         Catalog catalog) {
  Source source{.id = "file", .file = absolute_path(path).string()};
  // the image is read before anything changes: if that fails, the old source stays
  const Size size = load_image(source.file)->size();
  const Workload& workload = image_workload(now, memory, catalog);
  Settings next = on_workload(now, workload, memory, catalog);
  next = with_source(next, std::move(source), memory, catalog);
  next.problem.size = size;
  start_from_source(next, workload);
  return next;
}

}  // namespace heteroscope
