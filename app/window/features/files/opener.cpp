#include "app/window/features/files/opener.hpp"

#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "app/options/typed_command.hpp"

namespace heteroscope {
namespace {

constexpr std::string_view uri_scheme = "file://";

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

/// Replaces "%20" and its kind by the bytes that they stand for. Source: RFC 3986, 2.1
std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
    const auto low = high ? hex_digit(text[i + 2]) : std::nullopt;
    if (low) i += 2;
    out.push_back(low ? static_cast<char>(*high * 16 + *low) : text[i]);
  }
  return out;
}

/// Returns the settings of a command line or of a location. At a location the colors follow the view if they did so
/// before.
Opened opened_text(const std::string& text, const Settings& now, const SourceMemory& sources, Catalog catalog) {
  if (looks_like_foreign_location(text)) {
    const Settings from = settings_for_location(now, sources, catalog);
    return open_location(read_location(text, "the location", from, catalog), from, catalog);
  }
  if (!looks_like_location(text)) return {.settings = settings_of_command(text)};
  Settings out = settings_of_location(text, now);
  follow_location(out, now, catalog);
  return {.settings = std::move(out)};
}

}  // namespace

std::filesystem::path typed_path(const std::string& text) {
  const std::size_t from = text.find_first_not_of(" \t\r\n");
  if (from == std::string::npos) return {};
  const std::string path = text.substr(from, text.find_last_not_of(" \t\r\n") + 1 - from);
  if (path.starts_with(uri_scheme)) {
    const std::size_t root = path.find('/', uri_scheme.size());  // a host's name may stand before it
    return root == std::string::npos ? std::string() : percent_decoded(std::string_view(path).substr(root));
  }
  const char* const home = std::getenv("HOME");
  if (home == nullptr || !(path == "~" || path.starts_with("~/"))) return path;
  return path == "~" ? std::filesystem::path(home) : std::filesystem::path(home) / path.substr(2);
}

void Opener::add(const std::vector<std::filesystem::path>& paths) {
  for (const auto& each : paths) waiting_.push_back({.path = each});
}

void Opener::add(OpenRequest request) {
  Request out{.path = {}, .as_source = request.as_source, .told = std::move(request.told)};
  if (!request.as_source && looks_like_command(request.text)) {
    out.path = "the command line";
    out.command = std::move(request.text);
  } else if (!request.as_source && (looks_like_location(request.text) || looks_like_foreign_location(request.text))) {
    out.path = "the location";
    out.command = std::move(request.text);
  } else {
    out.path = typed_path(request.text);
  }
  if (!out.path.empty()) waiting_.push_back(std::move(out));
}

void Opener::update(const Settings& now, const SourceMemory& sources, Catalog catalog) {
  if (waiting_.empty() || task_.busy()) return;
  Request request = std::move(waiting_.front());
  waiting_.pop_front();
  task_.start(
      [request, now, sources, catalog] {
        Outcome out{
            .path = request.path, .opened = {}, .error = {}, .is_file = request.command.empty(), .told = request.told};
        if (!request.command.empty()) {
          out.opened = opened_text(request.command, now, sources, catalog);
        } else if (request.as_source) {
          out.opened = {with_image_file(request.path, now, sources, catalog), true};
        } else {
          out.opened = open_file(request.path, now, sources, catalog);
        }
        return out;
      },
      [request](const Failure& failure) {
        return Outcome{.path = request.path, .opened = {}, .error = failure.line, .told = request.told};
      });
}

}  // namespace heteroscope
