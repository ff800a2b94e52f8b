#include "core/model/settings/source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/message.hpp"
#include "core/base/nearest.hpp"
#include "core/base/utf8.hpp"

namespace heteroscope {
namespace {

/// Whether the text consists of the characters of an id; other names are files' only.
bool is_id(std::string_view text) {
  return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == text.npos;
}

Source parse_pattern(const Pattern& pattern, std::string_view number, bool numbered) {
  const bool wants = !pattern.number_label.empty();
  if (numbered && !wants) throw BadInput(Wrong::unused, "source", fmt::format("source: {} has no number", pattern.id));
  Source out{.id = std::string(pattern.id)};
  if (!wants) return out;
  try {
    out.number = pattern.initial;
    if (numbered) out.number = parse_value(number_of(pattern), number);
  } catch (const BadInput& wrong) {
    throw BadInput(wrong.wrong, "source", fmt::format("source {} ({})", wrong.what(), pattern.number_label));
  }
  return out;
}

BadInput unknown(std::string_view text, std::string_view id, Catalog catalog) {
  std::vector<std::string> known = source_ids(catalog);
  const std::string near = nearest(id, known);
  return BadInput(
      Wrong::unknown, "source",
      fmt::format("source: there is no file {} and no source with that name ({}known: {}, or a file)", quote(text),
                  near.empty() ? "" : fmt::format("did you mean {}? ", near), fmt::join(known, ", ")));
}

}  // namespace

const Workload* find_source_workload(Catalog catalog, std::string_view id) {
  const auto found = std::ranges::find_if(
      catalog, [&](const Workload* workload) { return workload->serves_as_source && workload->id == id; });
  return found == catalog.end() ? nullptr : *found;
}

std::vector<std::string> source_ids(Catalog catalog) {
  std::vector<std::string> ids;
  for (const Workload* workload : catalog) {
    if (workload->serves_as_source) ids.emplace_back(workload->id);
  }
  for (const Pattern& pattern : patterns()) ids.emplace_back(pattern.id);
  return ids;
}

Source parse_source(std::string_view text, Catalog catalog) {
  const std::size_t colon = text.find(':');
  const bool numbered = colon != text.npos;
  const std::string_view id = text.substr(0, colon);
  if (const Pattern* pattern = find_pattern(id)) {
    return parse_pattern(*pattern, numbered ? text.substr(colon + 1) : std::string_view{}, numbered);
  }
  if (const Workload* workload = find_source_workload(catalog, id)) {
    if (numbered) throw BadInput(Wrong::unused, "source", fmt::format("source: {} has no number", workload->id));
    return {.id = std::string(workload->id)};
  }
  const std::filesystem::path path(text);
  std::error_code error;
  const bool possible = !text.empty() && text.find('\0') == text.npos;
  if (!possible || !std::filesystem::exists(path, error)) throw unknown(text, id, catalog);
  // Settings are saved as UTF-8.
  if (!is_utf8(text)) {
    throw BadInput(Wrong::kind, "source",
                   fmt::format("source: the file name {} is not UTF-8; rename the file", quote(text)));
  }
  load_image(path);
  return {.id = std::string(file_source), .file = std::string(text)};
}

std::string source_text(const Source& source) {
  if (source.id == file_source) {
    // A file named like a pattern or a workload is told from it by its folder.
    const std::string_view start = std::string_view(source.file).substr(0, source.file.find(':'));
    return (is_id(start) ? "./" : "") + source.file;
  }
  const Pattern* pattern = find_pattern(source.id);
  if (pattern == nullptr || pattern->number_label.empty()) return source.id;
  return fmt::format("{}:{}", source.id, source.number);
}

}  // namespace heteroscope
