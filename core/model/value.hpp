#pragma once

#include <map>
#include <string>
#include <type_traits>

#include "core/numbers/decimal.hpp"

namespace heteroscope {

/// A parameter's value: a double, or a decimal that no double's shortest text says. It is made from either, reads as
/// the nearest double, and is equal to another only if no digit differs: one number has one form.
class Value {
 public:
  Value() = default;
  template <class Number>
  requires std::is_arithmetic_v<Number> Value(
      Number number)  // NOLINT(google-explicit-constructor): integers and booleans are held exactly
      : nearest_(static_cast<double>(number)) {}
  Value(const Decimal& number);  // NOLINT(google-explicit-constructor)

  operator double() const { return nearest_; }  // NOLINT(google-explicit-constructor)
  [[nodiscard]] bool is_double() const { return beyond_.is_zero(); }
  /// Throws BadInput for a double that is not finite.
  [[nodiscard]] Decimal decimal() const { return is_double() ? Decimal(nearest_) : beyond_; }
  /// Every digit: a double's shortest text, or the decimal's.
  [[nodiscard]] std::string text() const;

  friend bool operator==(const Value&, const Value&) = default;
  template <class Number>
  requires std::is_arithmetic_v<Number>
  friend bool operator==(const Value& a, Number b) { return a == Value(b); }

 private:
  double nearest_ = 0;
  Decimal beyond_;  ///< zero where the double says it all
};

/// Values by parameter id.
using Values = std::map<std::string, Value, std::less<>>;

}  // namespace heteroscope
