#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.hpp"

namespace heteroscope {

/// A name that may stand in an expression, and its value.
struct NamedNumber {
  std::string_view name;
  std::int64_t value = 0;
};

/// The reason why an expression has no value, and where in it.
struct ExpressionError : BadInput {
  ExpressionError(std::size_t where, const std::string& message) : BadInput(message), at(where) {}
  std::size_t at;
};

/// The value of an expression as C++ writes it: whole numbers, names, + - * / % and parentheses, and the functions
/// ceil_div(a, b), min(a, b) and max(a, b). Throws ExpressionError for anything else, for a division by zero, and for
/// what does not fit into 64 bits. (muParser's ParserInt wraps at 32 bits and ends the process at a division by zero.)
std::int64_t value_of(std::string_view expression, std::span<const NamedNumber> names);

}  // namespace heteroscope
