#include "app/results/datum.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/text/table.hpp"

namespace heteroscope {

namespace {

struct NumberOf {
  double operator()(std::monostate) const { return 0; }
  double operator()(bool value) const { return value ? 1 : 0; }
  double operator()(std::int64_t value) const { return static_cast<double>(value); }
  double operator()(double value) const { return value; }
  double operator()(const std::string&) const { return 0; }
};

struct TextOf {
  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return value; }
};

}  // namespace

std::string part_of(std::string_view whole, const Column& part) {
  return fmt::format("{}/{}", whole, part.id);
}

double Datum::number() const {
  return std::visit(NumberOf{}, value);
}

Datum plain_datum(const char* id, DatumValue value) {
  return {.id = id, .name = id, .unit = {}, .about = {}, .value = std::move(value), .interval = {}};
}

std::string text_of(const DatumValue& value) {
  return std::visit(TextOf{}, value);
}

std::string shown(const Datum& datum) {
  if (!datum.there() || std::holds_alternative<std::string>(datum.value)) return text_of(datum.value);
  switch (datum.hint) {
    case Hint::plain:
      if (std::holds_alternative<double>(datum.value) && !datum.unit.empty())
        return fmt::format("{:.4g} {}", datum.number(), datum.unit);
      break;
    case Hint::time:
      return milliseconds(datum.number());
    case Hint::rate:
    case Hint::bytes:
      return with_prefix(datum.number()) + datum.unit;
    case Hint::share:
      return percent(datum.number());
    case Hint::factor:
      return times(datum.number());
  }
  return text_of(datum.value);
}

}  // namespace heteroscope
