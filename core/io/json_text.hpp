#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace heteroscope {

/// What a text that anybody may have written says. Throws BadInput, naming `name`, if it is no JSON or if brackets
/// stand within more than `levels`.
nlohmann::json parse_json(const std::string& text, const std::string& name, int levels);
/// The same; keys keep the order in which they stand.
nlohmann::ordered_json parse_ordered_json(const std::string& text, const std::string& name, int levels);

}  // namespace heteroscope
