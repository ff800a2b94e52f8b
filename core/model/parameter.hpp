#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/error.hpp"
#include "core/model/parameter_description.hpp"
#include "core/model/value.hpp"

namespace heteroscope {

/// The least that the parameter may be; of one without decimals, `minimum`.
Value least_of(const Parameter& parameter);
/// "1e-100000 to 1000", "-10 to 10".
std::string range_text(const Parameter& parameter);
/// The value, or the end of the parameter's range that lies nearer.
Value clamped(const Parameter& parameter, const Value& value);

/// The offending value and the range that would be right, as one line; empty if the value fits.
std::string check_value(const Parameter& parameter, const Value& value);

/// `struct P` is described by `template <class V> void describe(std::type_identity<P>, V&& visit)` in its namespace,
/// which calls `visit(&P::member, Parameter{...})` once for each member. It is none of its members, since kernels know
/// of P.
template <class P>
std::vector<Parameter> parameters_of() {
  std::vector<Parameter> out;
  describe(std::type_identity<P>{}, [&](auto, const Parameter& parameter) { out.push_back(parameter); });
  return out;
}

/// A parameter's value among these, or its initial one where they have none.
Value value_or_initial(const Values& values, const Parameter& parameter);

/// The typed parameters from values; what is not named keeps its default. Throws BadInput for a value out of range.
template <class P>
P bind_parameters(const Values& values) {
  P out;
  describe(std::type_identity<P>{}, [&]<class Member>(Member P::*member, const Parameter& parameter) {
    const Value value = value_or_initial(values, parameter);
    if (const std::string wrong = check_value(parameter, value); !wrong.empty()) throw BadInput(wrong);
    if constexpr (std::is_same_v<Member, Decimal>) {
      out.*member = value.decimal();
    } else {
      out.*member = static_cast<Member>(static_cast<double>(value));
    }
  });
  return out;
}

/// Default values of all parameters.
Values initial_values(const std::vector<Parameter>& parameters);

/// The value as a person writes it, to its last digit: "500", "true", a choice's id.
std::string value_text(const Parameter& parameter, const Value& value);
/// The value's text for one line, shortened if nobody would read it to its end.
std::string short_value_text(const Parameter& parameter, const Value& value);

/// "500", "1e-3", "true", a choice's id as the parameter's value. Throws BadInput naming the parameter for anything
/// else.
Value parse_value(const Parameter& parameter, std::string_view text);

}  // namespace heteroscope
