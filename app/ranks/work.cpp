#include "app/ranks/work.hpp"

#include <nlohmann/json.hpp>

#include "core/io/json/json_text.hpp"

namespace heteroscope {

std::string difference_of_work(const nlohmann::json& own, const std::string& theirs) {
  constexpr int levels = 32;
  if (theirs.empty()) return "nothing";
  const nlohmann::json other = parse_json(theirs, "a rank's work", levels);
  const std::string version = other.is_object() ? other.value("version", "unknown") : "unknown";
  if (version != own.at("version")) return "version " + version;
  return difference_of_settings(theirs, own.dump());
}

}  // namespace heteroscope
