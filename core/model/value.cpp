#include "core/model/value.hpp"

#include <fmt/format.h>

#include <cmath>

namespace heteroscope {

Value::Value(const Decimal& number) : nearest_(number.to_double()) {
  if (!std::isfinite(nearest_) || Decimal(nearest_) != number) beyond_ = number;
}

std::string Value::text() const {
  return is_double() ? fmt::format("{}", nearest_) : beyond_.text();
}

}  // namespace heteroscope
