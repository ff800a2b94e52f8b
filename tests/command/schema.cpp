#include "tests/command/schema.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "tests/json.hpp"

namespace heteroscope::testing {

std::string against_schema(const nlohmann::json& document, const std::string& schema) {
  std::ifstream file(HETEROSCOPE_SOURCES "/docs/" + schema);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error("cannot read docs/" + schema);
  const nlohmann::json parsed = json_of(text.str());
  valijson::Schema rules;
  valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(parsed), rules);
  valijson::ValidationResults results;
  valijson::Validator().validate(rules, valijson::adapters::NlohmannJsonAdapter(document), &results);
  std::string out;
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    for (const std::string& each : error.context) out += each;
    out += ": " + error.description + '\n';
  }
  return out;
}

}  // namespace heteroscope::testing
