#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.hpp"

namespace heteroscope {

/// A name that may stand in an expression, and its value.
struct NamedNumber {
  std::string_view name;
  std::int64_t value = 0;
};

/// The reason why an expression has no value, and where in it.
struct ExpressionError : BadInput {
  ExpressionError(std::size_t where, Wrong code, std::string name, const std::string& message)
      : BadInput(code, std::move(name), message), at(where) {}
  std::size_t at;
};

enum class ExpressionOperation : std::uint8_t;

/// An expression as C++ writes it, read once and computed for as many values of its names as one likes: whole numbers
/// of 64 bits, names ("threadIdx.x" among them), parentheses, the functions ceil_div(a, b), min(a, b) and max(a, b),
/// and all operators of C++ that change nothing, with its precedence, but for ~ and the + of one operand. Comparisons
/// are 1 or 0; && || and ?: leave out what they need not compute. (muParser's ParserInt wraps at 32 bits and ends the
/// process at a division by zero.)
class Expression {
 public:
  /// Throws ExpressionError for anything else, and for names that are none of these.
  Expression(std::string_view text, std::span<const std::string_view> names);

  /// `values`: of the names, in their order. Throws ExpressionError for a division by zero, a shift by other than 0 to
  /// 63 bits, and for what does not fit into 64 bits.
  [[nodiscard]] std::int64_t value(std::span<const std::int64_t> values) const { return value_at(root_, values); }

 private:
  friend class ExpressionReader;
  using Index = std::uint16_t;
  /// A number, a name, or an operator with its operands.
  struct Node {
    ExpressionOperation what{};
    std::int64_t number = 0;  ///< or the name's place in the list
    Index left = 0, right = 0, third = 0;
    std::size_t at = 0;  ///< of the operator in the text
  };
  [[nodiscard]] std::int64_t value_at(Index at, std::span<const std::int64_t> values) const;

  std::vector<Node> nodes_;
  Index root_ = 0;
};

/// The value of an expression, which is read and computed once. Throws what these do.
std::int64_t expression_value(std::string_view expression, std::span<const NamedNumber> names);

}  // namespace heteroscope
