#include "core/model/parameter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/base/message.hpp"
#include "core/base/number_text.hpp"

namespace heteroscope {
namespace {

std::string known_choices(const Parameter& parameter) {
  return fmt::format("known: {}", list_ids(parameter.choices, [](std::string_view id) { return id; }));
}

std::string expected(const Parameter& parameter) {
  if (parameter.kind == ParameterKind::choice) return known_choices(parameter);
  if (parameter.kind == ParameterKind::boolean) return "true or false";
  return (parameter.kind == ParameterKind::integer ? "a whole number, " : "") + range_text(parameter);
}

std::optional<bool> truth_of(std::string_view text) {
  if (text == "true" || text == "on" || text == "1") return true;
  if (text == "false" || text == "off" || text == "0") return false;
  return {};
}

/// A choice that was a switch answers as one: false is its first, true the last, which goes farthest.
std::string_view choice_of(const Parameter& parameter, std::string_view text) {
  const std::optional<bool> truth = truth_of(text);
  if (!truth || !parameter.was_switch) return text;
  return *truth ? parameter.choices.back() : parameter.choices.front();
}

BadInput bad(const Parameter& parameter, Wrong wrong, const std::string& message) {
  return {wrong, std::string(parameter.id), message};
}

Value parse_decimal(const Parameter& parameter, std::string_view text) {
  Decimal value;
  try {
    value = Decimal::parse(text);
  } catch (const BadInput& wrong) {
    throw bad(parameter, Wrong::kind, fmt::format("{}: {} ({})", parameter.id, wrong.what(), expected(parameter)));
  }
  if (const std::string wrong = check_value(parameter, value); !wrong.empty())
    throw bad(parameter, Wrong::value, wrong);
  return value;
}

}  // namespace

Value least_of(const Parameter& parameter) {
  return parameter.least.empty() ? Value(parameter.minimum) : Value(Decimal::parse(parameter.least));
}

std::string range_text(const Parameter& parameter) {
  return fmt::format("{} to {}", least_of(parameter).text(), parameter.maximum);
}

Value clamped(const Parameter& parameter, const Value& value) {
  if (parameter.kind != ParameterKind::decimal)
    return std::clamp(static_cast<double>(value), parameter.minimum, parameter.maximum);
  return std::clamp(value.decimal(), least_of(parameter).decimal(), Decimal(parameter.maximum));
}

std::string check_value(const Parameter& parameter, const Value& given) {
  const double value = given;
  if (parameter.kind == ParameterKind::decimal && (std::isfinite(value) || !given.is_double())) {
    if (clamped(parameter, given) == given) return {};
    return fmt::format("{}: {} is outside {}", parameter.id, short_value_text(parameter, given), range_text(parameter));
  }
  if (!std::isfinite(value)) {
    return fmt::format("{}: {} is not a finite number ({})", parameter.id, value, expected(parameter));
  }
  if (parameter.kind == ParameterKind::boolean) {
    if (value == 0 || value == 1) return {};
    return fmt::format("{}: {} is neither true (1) nor false (0)", parameter.id, value);
  }
  if (parameter.kind == ParameterKind::choice) {
    if (value >= 0 && value < static_cast<double>(parameter.choices.size()) && value == std::floor(value)) return {};
    return fmt::format("{}: {} is not the number of a choice ({})", parameter.id, value, known_choices(parameter));
  }
  if (value < parameter.minimum || value > parameter.maximum) {
    return fmt::format("{}: {} is outside {}", parameter.id, value, range_text(parameter));
  }
  if (parameter.kind == ParameterKind::integer && value != std::floor(value)) {
    return fmt::format("{}: {} is not a whole number ({})", parameter.id, value, range_text(parameter));
  }
  return {};
}

Value value_or_initial(const Values& values, const Parameter& parameter) {
  const auto found = values.find(parameter.id);
  return found == values.end() ? Value(parameter.initial) : found->second;
}

Values initial_values(const std::vector<Parameter>& parameters) {
  Values values;
  for (const Parameter& parameter : parameters) values.emplace(parameter.id, parameter.initial);
  return values;
}

std::string value_text(const Parameter& parameter, const Value& value) {
  if (parameter.kind == ParameterKind::boolean && (value == 0 || value == 1)) return value != 0 ? "true" : "false";
  if (parameter.kind == ParameterKind::choice && check_value(parameter, value).empty()) {
    return std::string(parameter.choices[static_cast<std::size_t>(static_cast<double>(value))]);
  }
  return value.text();
}

std::string short_value_text(const Parameter& parameter, const Value& value) {
  return value.is_double() ? value_text(parameter, value) : value.decimal().short_text();
}

Value parse_value(const Parameter& parameter, std::string_view text) {
  if (parameter.kind == ParameterKind::boolean) {
    if (const std::optional<bool> truth = truth_of(text)) return *truth ? 1 : 0;
    throw bad(parameter, Wrong::kind,
              fmt::format("{}: {} is neither true (on, 1) nor false (off, 0)", parameter.id, quote(text)));
  }
  if (parameter.kind == ParameterKind::choice) {
    const std::string_view id = choice_of(parameter, text);
    const auto found = std::ranges::find(parameter.choices, id);
    if (found != parameter.choices.end()) return static_cast<double>(found - parameter.choices.begin());
    throw bad(parameter, Wrong::unknown,
              fmt::format("{}: {} is unknown ({})", parameter.id, quote(text), known_choices(parameter)));
  }
  if (parameter.kind == ParameterKind::decimal) return parse_decimal(parameter, text);
  const std::string_view digits = without_plus(text);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole_text = end == digits.data() + digits.size() && !digits.empty();
  if (error == std::errc::result_out_of_range && whole_text) {
    throw bad(
        parameter, Wrong::value,
        fmt::format("{}: {} is too large for double precision ({})", parameter.id, quote(text), expected(parameter)));
  }
  if (error != std::errc{} || !whole_text) {
    throw bad(parameter, Wrong::kind,
              fmt::format("{}: {} is not a number ({})", parameter.id, quote(text), expected(parameter)));
  }
  if (const std::string wrong = check_value(parameter, value); !wrong.empty())
    throw bad(parameter, Wrong::value, wrong);
  return value;
}

}  // namespace heteroscope
