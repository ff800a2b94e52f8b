#include "app/ranks/work.hpp"

#include <nlohmann/json.hpp>

#include "core/io/json/json_text.hpp"

namespace heteroscope {

std::string difference_of_work(const nlohmann::json& own, const std::string& theirs) {
  if (theirs.empty()) return "nothing";
  constexpr int levels = 32;
  const nlohmann::json other = parse_json(theirs, "a rank's work", levels);
  const auto found = other.find("version");
  const bool known = found != other.end() && found->is_string();
  const auto version = known ? found->get<std::string>() : std::string("unknown");
  if (version != own.at("version").get<std::string>()) return "version " + version;
  return difference_of_settings(theirs, own.dump());
}

}  // namespace heteroscope
