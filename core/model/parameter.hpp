#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/model/parameter_description.hpp"

namespace heteroscope {

/// Values by parameter id; integers and booleans are held exactly.
using Values = std::map<std::string, double, std::less<>>;

/// The offending value and the range that would be right, as one line; empty if the value fits.
std::string check_value(const Parameter& parameter, double value);

/// `struct P` describes itself with `template <class V> static void describe(V&& visit)`, which calls
/// `visit(&P::member, Parameter{...})` once for each member.
template <class P>
std::vector<Parameter> parameters_of() {
  std::vector<Parameter> out;
  P::describe([&](auto, const Parameter& parameter) { out.push_back(parameter); });
  return out;
}

/// The typed parameters from values; what is not named keeps its default. Throws BadInput for a value out of range.
template <class P>
P bind_parameters(const Values& values) {
  P out;
  P::describe([&]<class Member>(Member P::*member, const Parameter& parameter) {
    const auto found = values.find(parameter.id);
    const double value = found == values.end() ? parameter.initial : found->second;
    if (const std::string wrong = check_value(parameter, value); !wrong.empty()) throw BadInput(wrong);
    out.*member = static_cast<Member>(value);
  });
  return out;
}

/// Default values of all parameters.
Values initial_values(const std::vector<Parameter>& parameters);

/// The value as a person writes it: "500", "true", a choice's id.
std::string value_text(const Parameter& parameter, double value);

/// "500", "1e-3", "true", a choice's id as the parameter's value. Throws BadInput naming the parameter for anything
/// else.
double parse_value(const Parameter& parameter, std::string_view text);

}  // namespace heteroscope
