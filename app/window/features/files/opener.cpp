#include "app/window/features/files/opener.hpp"

#include <cstdlib>
#include <utility>

#include "app/options/typed_command.hpp"
#include "core/model/settings/looks.hpp"

namespace heteroscope {
namespace {

/// Without the blanks around it, and with the home folder in place of ~.
std::filesystem::path typed_path(std::string text) {
  const std::size_t from = text.find_first_not_of(" \t\r\n");
  if (from == std::string::npos) return {};
  text = text.substr(from, text.find_last_not_of(" \t\r\n") + 1 - from);
  const char* const home = std::getenv("HOME");
  if (text.starts_with("~/") && home != nullptr) return std::filesystem::path(home) / text.substr(2);
  return text;
}

/// Of a command line; or of a location, at which colors go on that were natural before.
Opened opened_text(const std::string& text, const Settings& now, Catalog catalog) {
  if (looks_like_foreign_location(text))
    return open_location(read_location(text, "the location", now, catalog), now, catalog);
  if (!looks_like_location(text)) return {.settings = settings_of_command(text)};
  Settings out = settings_of_location(text, now);
  follow_look(out, natural_look(now, catalog), catalog);
  return {.settings = std::move(out)};
}

}  // namespace

void Opener::add(const std::vector<std::filesystem::path>& paths) {
  for (const auto& each : paths) waiting_.push_back({each, {}});
}

void Opener::add_typed(const std::string& text) {
  if (looks_like_command(text)) {
    waiting_.push_back({"the command line", text});
  } else if (looks_like_location(text) || looks_like_foreign_location(text)) {
    waiting_.push_back({"the location", text});
  } else if (std::filesystem::path path = typed_path(text); !path.empty()) {
    waiting_.push_back({std::move(path), {}});
  }
}

void Opener::update(const Settings& now, const SourceMemory& sources, Catalog catalog) {
  if (waiting_.empty() || task_.busy()) return;
  Wish wish = std::move(waiting_.front());
  waiting_.pop_front();
  task_.start(
      [wish, now, sources, catalog] {
        if (wish.command.empty()) return Outcome{wish.path, open_file(wish.path, now, sources, catalog), {}};
        return Outcome{wish.path, opened_text(wish.command, now, catalog), {}, false};
      },
      [path = wish.path](const Failure& failure) {
        return Outcome{path, {}, failure.line};
      });
}

}  // namespace heteroscope
