#include "tests/json.hpp"

namespace heteroscope {

nlohmann::json json_of(const std::string& text) {
  return nlohmann::json::parse(text);
}

std::string dump_of(const nlohmann::json& value) {
  return value.dump();
}

}  // namespace heteroscope

namespace nlohmann {

void PrintTo(const json& value, std::ostream* out) {
  *out << value.dump();
}

}  // namespace nlohmann
