#include "app/production/movie/keyframes.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/io/json/json_text.hpp"
#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

std::string keyframes_to_json(const std::vector<Settings>& keyframes) {
  using nlohmann::ordered_json;
  ordered_json list = ordered_json::array();
  for (const Settings& each : keyframes) list.push_back(ordered_json::parse(to_json(each, catalog())));
  return ordered_json{{"keyframes", std::move(list)}}.dump(2) + "\n";
}

std::vector<Settings> keyframes_from_json(const std::string& text, const std::string& name) {
  constexpr int deepest_nesting = 10;  // two levels around settings
  if (text.size() > longest_keyframes) {
    throw BadInput(
        fmt::format("{}: {} bytes are too many for keyframes (at most {})", name, text.size(), longest_keyframes));
  }
  const auto root = parse_json(text, name, deepest_nesting);
  if (!root.is_object() || root.size() != 1 || !root.contains("keyframes") || !root["keyframes"].is_array())
    throw BadInput(fmt::format("{}: not a file of keyframes, which is {{\"keyframes\": [{{settings}}, …]}}", name));
  const auto& list = root["keyframes"];
  if (list.size() < 2)
    throw BadInput(fmt::format("{}: a movie needs at least two keyframes; the file has {}", name, list.size()));
  std::vector<Settings> out;
  for (const auto& each : list) {
    out.push_back(settings_from_json(each.dump(), fmt::format("{}: keyframe {}", name, out.size() + 1), catalog()));
  }
  return out;
}

KeyFrames recorded_key_frames(const std::vector<Settings>& keyframes) {
  std::vector<KeyFrame> out;
  for (const Settings& each : keyframes) {
    out.push_back({.name = fmt::format("keyframe {}", out.size() + 1), .settings = each});
    Settings& last = out.back().settings;
    last.execution = keyframes.front().execution;
    last.look = keyframes.front().look;
    last.problem.size = keyframes.front().problem.size;
  }
  return {std::move(out), catalog()};
}

}  // namespace heteroscope
