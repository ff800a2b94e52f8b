#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

// What tests do with JSON text. The library's parser and writer are templates that take some seconds to compile, which
// happens once, in json.cpp, instead of in each test's source.

namespace heteroscope {

/// Throws nlohmann::json::parse_error.
nlohmann::json json_of(const std::string& text);
std::string dump_of(const nlohmann::json& value);

}  // namespace heteroscope

namespace nlohmann {

/// How GoogleTest shows a value.
void PrintTo(const json& value, std::ostream* out);

}  // namespace nlohmann
