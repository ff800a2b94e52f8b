#include "core/model/parameter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/message.hpp"

namespace heteroscope {
namespace {

std::string known_choices(const Parameter& parameter) {
  return fmt::format("known: {}", list_ids(parameter.choices, [](std::string_view id) { return id; }));
}

std::string expected(const Parameter& parameter) {
  if (parameter.kind == ParameterKind::choice) return known_choices(parameter);
  if (parameter.kind == ParameterKind::boolean) return "true or false";
  return fmt::format("{}{} to {}", parameter.kind == ParameterKind::integer ? "a whole number, " : "",
                     parameter.minimum, parameter.maximum);
}

}  // namespace

std::string check_value(const Parameter& parameter, double value) {
  if (!std::isfinite(value)) {
    return fmt::format("{}: {} is not a finite number ({})", parameter.id, value, expected(parameter));
  }
  if (parameter.kind == ParameterKind::boolean) {
    if (value == 0 || value == 1) return {};
    return fmt::format("{}: {} is neither true (1) nor false (0)", parameter.id, value);
  }
  if (parameter.kind == ParameterKind::choice) {
    if (value >= 0 && value < static_cast<double>(parameter.choices.size()) && value == std::floor(value)) return {};
    return fmt::format("{}: {} is no choice's index ({})", parameter.id, value, known_choices(parameter));
  }
  if (value < parameter.minimum || value > parameter.maximum) {
    return fmt::format("{}: {} is outside {} to {}", parameter.id, value, parameter.minimum, parameter.maximum);
  }
  if (parameter.kind == ParameterKind::integer && value != std::floor(value)) {
    return fmt::format("{}: {} is not a whole number ({} to {})", parameter.id, value, parameter.minimum,
                       parameter.maximum);
  }
  return {};
}

Values initial_values(const std::vector<Parameter>& parameters) {
  Values values;
  for (const Parameter& parameter : parameters) values.emplace(parameter.id, parameter.initial);
  return values;
}

std::string value_text(const Parameter& parameter, double value) {
  if (parameter.kind == ParameterKind::boolean && (value == 0 || value == 1)) return value != 0 ? "true" : "false";
  if (parameter.kind == ParameterKind::choice && check_value(parameter, value).empty()) {
    return std::string(parameter.choices[static_cast<std::size_t>(value)]);
  }
  return fmt::format("{}", value);
}

double parse_value(const Parameter& parameter, std::string_view text) {
  if (parameter.kind == ParameterKind::boolean) {
    if (text == "true" || text == "on" || text == "1") return 1;
    if (text == "false" || text == "off" || text == "0") return 0;
    throw BadInput(fmt::format("{}: {} is neither true (on, 1) nor false (off, 0)", parameter.id, quote(text)));
  }
  if (parameter.kind == ParameterKind::choice) {
    const auto found = std::ranges::find(parameter.choices, text);
    if (found != parameter.choices.end()) return static_cast<double>(found - parameter.choices.begin());
    throw BadInput(fmt::format("{}: {} is unknown ({})", parameter.id, quote(text), known_choices(parameter)));
  }
  std::string_view digits = text;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-' && digits[1] != '+') digits.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole_text = end == digits.data() + digits.size() && !digits.empty();
  if (error == std::errc::result_out_of_range && whole_text) {
    throw BadInput(
        fmt::format("{}: {} is beyond double precision ({})", parameter.id, quote(text), expected(parameter)));
  }
  if (error != std::errc{} || !whole_text) {
    throw BadInput(fmt::format("{}: {} is not a number ({})", parameter.id, quote(text), expected(parameter)));
  }
  if (const std::string wrong = check_value(parameter, value); !wrong.empty()) throw BadInput(wrong);
  return value;
}

}  // namespace heteroscope
