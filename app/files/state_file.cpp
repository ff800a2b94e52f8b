#include "app/files/state_file.hpp"

#include <utility>

#include "core/io/json/json_text.hpp"

namespace heteroscope {

StateText::StateText(const StateKind& kind, const std::string& text, std::string name)
    : name_(std::move(name)), document_(parse_json(text, name_, kind.levels)), root_(document_, "", name_) {
  if (root_.number(kind.key) != kind.version)
    throw BadInput(fmt::format("{}: {} of version {}", name_, kind.refusal, kind.version));
}

const nlohmann::json& StateText::list(std::string_view key, std::size_t most) const {
  const nlohmann::json* const out = root_.find(key);
  if (out == nullptr || !out->is_array() || out->size() > most)
    throw root_.fail(Wrong::kind, key, fmt::format("must have at most {} entries", most));
  return *out;
}

std::string state_text(const StateKind& kind, const nlohmann::ordered_json& members) {
  nlohmann::ordered_json root{{std::string(kind.key), kind.version}};
  root.update(members);
  // names and paths within are the system's, and may be any bytes
  return written_json(root, 2, true) + "\n";
}

std::optional<std::string> read_state(const StateKind& kind, const std::filesystem::path& path) {
  std::error_code absent;
  if (path.empty() || !std::filesystem::exists(path, absent)) return std::nullopt;
  return read_text(path, kind.largest);
}

}  // namespace heteroscope
