#include "app/window/features/files/file_names.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "app/options/locations/location.hpp"
#include "app/options/typed_command.hpp"
#include "app/window/features/files/opener.hpp"
#include "core/color/palette_text.hpp"
#include "core/io/extension.hpp"
#include "core/io/image/image.hpp"
#include "core/own/source/own_source.hpp"

namespace heteroscope {
namespace {

bool can_be_opened(const std::filesystem::path& path, bool pictures_alone) {
  if (has_image_extension(path) || extension_of(path) == ".npy") return true;
  if (pictures_alone) return false;
  return extension_of(path) == ".json" || is_own_source(path) || is_palette_file(path) || is_location_file(path);
}

std::string absolute_text(const std::filesystem::path& path) {
  std::error_code failed;
  std::string out = std::filesystem::absolute(path, failed).lexically_normal().string();
  if (out.size() > 1 && out.ends_with("/")) out.pop_back();
  return out;
}

std::string parent_of(const std::string& folder) {
  if (folder == "/") return {};
  const std::string out = std::filesystem::path(folder).parent_path().string();
  return out.ends_with("/") ? out : out + "/";
}

/// Returns the path in that folder, unless it is absolute or there is none.
std::filesystem::path in_base(const std::filesystem::path& path, const std::string& base) {
  return base.empty() ? path : std::filesystem::path(base) / path;
}

}  // namespace

FoundNames names_beginning(const NamesRequest& request, std::size_t most) {
  FoundNames out{.of = request, .path = request.text, .folder = {}, .parent = {}, .paths = {}};
  const bool is_no_path = looks_like_command(request.text) || looks_like_location(request.text) ||
                          looks_like_foreign_location(request.text);
  if (!request.pictures_alone && is_no_path) return out;
  const std::filesystem::path typed = in_base(typed_path(request.text), request.base);
  if (!request.base.empty()) out.path = typed.string();
  std::error_code absent;
  out.is_folder = std::filesystem::is_directory(typed, absent);
  out.is_file = !out.is_folder && std::filesystem::exists(typed, absent);
  const std::filesystem::path folder = typed.has_parent_path() ? typed.parent_path() : std::filesystem::path(".");
  const std::string begin = typed.filename().string();
  std::set<std::string> found;
  std::error_code failed;
  std::filesystem::directory_iterator at(folder, failed);
  if (failed) return out;
  out.folder = absolute_text(folder);
  if (begin.empty()) out.parent = parent_of(out.folder);
  for (const std::filesystem::directory_iterator end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(begin) || (name.starts_with(".") && begin.empty())) continue;
    std::error_code unknown;
    const bool holds_names = at->is_directory(unknown);
    if (!holds_names && !can_be_opened(at->path(), request.pictures_alone)) continue;
    const std::filesystem::path full = typed.has_parent_path() ? folder / name : std::filesystem::path(name);
    found.insert(full.string() + (holds_names ? "/" : ""));
    if (found.size() <= most) continue;
    found.erase(std::prev(found.end()));
    ++out.more;
  }
  out.paths.assign(found.begin(), found.end());
  return out;
}

std::string common_beginning(const std::vector<std::string>& paths) {
  if (paths.empty()) return {};
  std::string out = paths.front();
  for (const std::string& each : paths) {
    out.erase(std::ranges::mismatch(out, each).in1, out.end());
  }
  return out;
}

}  // namespace heteroscope
