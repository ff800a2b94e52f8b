#include "app/production/keyframes.hpp"

#include <nlohmann/json.hpp>

#include "core/io/settings_json.hpp"

namespace heteroscope {

std::string keyframes_to_json(const std::vector<Settings>& keyframes, Catalog catalog) {
  using nlohmann::ordered_json;
  ordered_json list = ordered_json::array();
  for (const Settings& each : keyframes) list.push_back(ordered_json::parse(to_json(each, catalog)));
  return ordered_json{{"keyframes", std::move(list)}}.dump(2) + "\n";
}

}  // namespace heteroscope
