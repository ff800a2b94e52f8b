#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace heteroscope::testing {

/// What is wrong with a document by the JSON schema in that file of the repository's docs; empty: nothing.
std::string against_schema(const nlohmann::json& document, const std::string& schema);

}  // namespace heteroscope::testing
