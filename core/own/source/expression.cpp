#include "core/own/source/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <optional>

#include "core/base/message.hpp"
#include "core/base/number_text.hpp"
#include "core/own/source/source_text.hpp"

namespace heteroscope {

enum class ExpressionOperation : std::uint8_t {
  number,
  name,
  negative,
  opposite,
  choice,
  both,
  either,
  plus,
  minus,
  times,
  divided,
  remainder,
  bit_and,
  bit_or,
  bit_xor,
  left_shift,
  right_shift,
  equal,
  unequal,
  less,
  at_most,
  greater,
  at_least,
  ceil_div,
  smaller,
  larger,
};

namespace {

using Number = std::int64_t;
using Operation = ExpressionOperation;

struct BinarySign {
  std::string_view sign;
  Operation what;
  int level;  ///< the higher, the tighter it binds
};
constexpr std::array<BinarySign, 18> binary_signs{{{"||", Operation::either, 0},
                                                   {"&&", Operation::both, 1},
                                                   {"|", Operation::bit_or, 2},
                                                   {"^", Operation::bit_xor, 3},
                                                   {"&", Operation::bit_and, 4},
                                                   {"==", Operation::equal, 5},
                                                   {"!=", Operation::unequal, 5},
                                                   {"<=", Operation::at_most, 6},
                                                   {">=", Operation::at_least, 6},
                                                   {"<", Operation::less, 6},
                                                   {">", Operation::greater, 6},
                                                   {"<<", Operation::left_shift, 7},
                                                   {">>", Operation::right_shift, 7},
                                                   {"+", Operation::plus, 8},
                                                   {"-", Operation::minus, 8},
                                                   {"*", Operation::times, 9},
                                                   {"/", Operation::divided, 9},
                                                   {"%", Operation::remainder, 9}}};
constexpr int lowest_level = 0;

struct NamedFunction {
  std::string_view name;
  Operation what;
};
constexpr std::array<NamedFunction, 3> known_functions{
    {{"ceil_div", Operation::ceil_div}, {"min", Operation::smaller}, {"max", Operation::larger}}};

/// What has no value in 64 bits.
[[noreturn]] void fail_beyond(std::size_t at) {
  throw ExpressionError(at, Wrong::value, "64 bits", "this is beyond 64 bits");
}

Number checked_quotient(Number left, Number right, std::size_t at) {
  if (right == 0) throw ExpressionError(at, Wrong::value, "zero", "this divides by zero");
  if (right == -1 && left == std::numeric_limits<Number>::min()) fail_beyond(at);
  return left / right;
}

Number bit_shift(Number left, Number right, bool to_left, std::size_t at) {
  constexpr Number bits = 64;
  if (right < 0 || right >= bits) {
    throw ExpressionError(at, Wrong::value, fmt::to_string(right),
                          fmt::format("this shifts by {} bits: 0 to 63 are possible", right));
  }
  if (!to_left) return left >> right;
  const Number out = static_cast<Number>(static_cast<std::uint64_t>(left) << right);
  if (out >> right != left) fail_beyond(at);
  return out;
}

Number checked_sum(Operation what, Number left, Number right, std::size_t at) {
  Number out = 0;
  const bool overflows = what == Operation::plus    ? __builtin_add_overflow(left, right, &out)
                         : what == Operation::minus ? __builtin_sub_overflow(left, right, &out)
                                                    : __builtin_mul_overflow(left, right, &out);
  if (overflows) fail_beyond(at);
  return out;
}

Number binary_value(Operation what, Number left, Number right, std::size_t at) {
  switch (what) {
    case Operation::plus:
    case Operation::minus:
    case Operation::times:
      return checked_sum(what, left, right, at);
    case Operation::divided:
      return checked_quotient(left, right, at);
    case Operation::remainder:
      return left - checked_quotient(left, right, at) * right;
    case Operation::ceil_div: {
      const Number whole = checked_quotient(left, right, at);
      return whole + (whole * right != left && (left > 0) == (right > 0) ? 1 : 0);
    }
    case Operation::bit_and:
      return left & right;
    case Operation::bit_or:
      return left | right;
    case Operation::bit_xor:
      return left ^ right;
    case Operation::left_shift:
    case Operation::right_shift:
      return bit_shift(left, right, what == Operation::left_shift, at);
    case Operation::equal:
      return left == right ? 1 : 0;
    case Operation::unequal:
      return left != right ? 1 : 0;
    case Operation::less:
      return left < right ? 1 : 0;
    case Operation::at_most:
      return left <= right ? 1 : 0;
    case Operation::greater:
      return left > right ? 1 : 0;
    case Operation::at_least:
      return left >= right ? 1 : 0;
    case Operation::smaller:
      return std::min(left, right);
    default:
      return std::max(left, right);
  }
}

}  // namespace

/// The words and signs of an expression: operators of two characters and names with dots are one each.
class ExpressionTokens {
 public:
  explicit ExpressionTokens(std::string_view text) : text_(text), tokens_(text) {}

  SourceToken next() {
    SourceToken out = tokens_.next();
    if (out.text.empty()) return out;
    const std::string_view two = text_.substr(out.at, 2);
    if (std::ranges::find(binary_signs, two, &BinarySign::sign) != binary_signs.end() && two.size() == 2) {
      tokens_ = SourceTokens(text_, out.at + two.size());
      return {out.at, two};
    }
    while (begins_name(out.at) && tokens_.at() + 1 < text_.size() && text_[tokens_.at()] == '.' &&
           begins_name(tokens_.at() + 1)) {
      tokens_.next();
      tokens_.next();
      out.text = text_.substr(out.at, tokens_.at() - out.at);
    }
    return out;
  }

 private:
  [[nodiscard]] bool begins_name(std::size_t at) const {
    return is_word(text_[at]) && std::isdigit(static_cast<unsigned char>(text_[at])) == 0;
  }

  std::string_view text_;
  SourceTokens tokens_;
};

/// Recursive descent; binary operators by their levels.
class ExpressionReader {
 public:
  using Index = Expression::Index;

  ExpressionReader(std::string_view text, std::span<const std::string_view> names, std::vector<Expression::Node>& nodes)
      : names_(names), nodes_(nodes), tokens_(text) {
    next();
  }

  Index whole() {
    const Index out = choice();
    if (!token_.text.empty()) fail_unexpected();
    return out;
  }

 private:
  Index choice() {
    const Deeper level(*this);
    const Index condition = binary(lowest_level);
    if (token_.text != "?") return condition;
    const SourceToken sign = take();
    const Index first = choice();
    expect(":");
    return add({.what = Operation::choice, .left = condition, .right = first, .third = choice(), .at = sign.at});
  }
  Index binary(int level) {
    Index out = factor();
    for (auto sign = sign_here(); sign != binary_signs.end() && sign->level >= level; sign = sign_here()) {
      const SourceToken at = take();
      const Index right = binary(sign->level + 1);
      out = add({.what = sign->what, .left = out, .right = right, .at = at.at});
    }
    return out;
  }
  [[nodiscard]] decltype(binary_signs)::const_iterator sign_here() const {
    return std::ranges::find(binary_signs, token_.text, &BinarySign::sign);
  }
  Index factor() {
    const Deeper level(*this);
    if (token_.text == "-" || token_.text == "!") {
      const SourceToken sign = take();
      return add(
          {.what = sign.text == "-" ? Operation::negative : Operation::opposite, .left = factor(), .at = sign.at});
    }
    if (token_.text == "(") {
      take();
      const Index out = choice();
      expect(")");
      return out;
    }
    if (token_.text.empty()) fail(Wrong::missing, "number", "the expression ends where a number is expected");
    if (std::isdigit(static_cast<unsigned char>(token_.text.front())) != 0) return literal();
    if (!is_word(token_.text.front())) fail_unexpected();
    const SourceToken name = take();
    return token_.text == "(" ? call(name) : named(name);
  }
  Index literal() {
    const std::optional<Number> out = number_from<Number>(token_.text);
    if (!out) fail(Wrong::kind, token_.text, fmt::format("{} is not a whole number of 64 bits", quote(token_.text)));
    if (token_.text.size() > 1 && token_.text.front() == '0') {
      fail(Wrong::kind, token_.text,
           fmt::format("{} begins with 0, which C++ reads as an octal number", quote(token_.text)));
    }
    return add({.what = Operation::number, .number = *out, .at = take().at});
  }
  Index named(const SourceToken& name) {
    const auto found = std::ranges::find(names_, name.text);
    if (found != names_.end()) return add({.what = Operation::name, .number = found - names_.begin(), .at = name.at});
    throw ExpressionError(name.at, Wrong::unknown, std::string(name.text),
                          fmt::format("{} is unknown here; known are {}", quote(name.text),
                                      list_ids(names_, [](std::string_view each) { return each; })));
  }
  Index call(const SourceToken& name) {
    take();
    const Index left = choice();
    expect(",");
    const Index right = choice();
    expect(")");
    const auto found = std::ranges::find(known_functions, name.text, &NamedFunction::name);
    if (found == known_functions.end()) {
      throw ExpressionError(name.at, Wrong::unknown, std::string(name.text),
                            fmt::format("there is no function {}; known: ceil_div, min and max", quote(name.text)));
    }
    return add({.what = found->what, .left = left, .right = right, .at = name.at});
  }

  Index add(Expression::Node node) {
    constexpr std::size_t most = 1000;  // so that whoever goes down a chain of them stays on its stack
    if (nodes_.size() == most) throw ExpressionError(node.at, Wrong::value, "expression", "the expression is too long");
    nodes_.push_back(node);
    return static_cast<Index>(nodes_.size() - 1);
  }
  void expect(std::string_view what) {
    if (token_.text != what) fail(Wrong::missing, what, fmt::format("{} is expected here", quote(what)));
    take();
  }
  SourceToken take() {
    const SourceToken out = token_;
    next();
    return out;
  }
  void next() { token_ = tokens_.next(); }
  [[noreturn]] void fail(Wrong wrong, std::string_view thing, const std::string& message) const {
    throw ExpressionError(token_.at, wrong, std::string(thing), message);
  }
  [[noreturn]] void fail_unexpected() const {
    fail(Wrong::unused, token_.text, fmt::format("{} is not expected here", quote(token_.text)));
  }

  /// A file may hold more parentheses than a stack does.
  class Deeper {
   public:
    explicit Deeper(ExpressionReader& reader) : depth_(reader.depth_) {
      constexpr int deepest = 400;
      if (++depth_ > deepest) reader.fail(Wrong::value, "expression", "the expression is nested too deeply");
    }
    ~Deeper() { --depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    int& depth_;
  };

  std::span<const std::string_view> names_;
  std::vector<Expression::Node>& nodes_;
  ExpressionTokens tokens_;
  SourceToken token_;
  int depth_ = 0;
};

Expression::Expression(std::string_view text, std::span<const std::string_view> names)
    : root_(ExpressionReader(text, names, nodes_).whole()) {}

std::int64_t Expression::value_at(Index at, std::span<const std::int64_t> values) const {
  const Node& node = nodes_[at];
  switch (node.what) {
    case Operation::number:
      return node.number;
    case Operation::name:
      return values[static_cast<std::size_t>(node.number)];
    case Operation::negative:
      return checked_sum(Operation::minus, 0, value_at(node.left, values), node.at);
    case Operation::opposite:
      return value_at(node.left, values) == 0 ? 1 : 0;
    case Operation::choice:
      return value_at(value_at(node.left, values) != 0 ? node.right : node.third, values);
    case Operation::both:
      return value_at(node.left, values) != 0 && value_at(node.right, values) != 0 ? 1 : 0;
    case Operation::either:
      return value_at(node.left, values) != 0 || value_at(node.right, values) != 0 ? 1 : 0;
    default:
      return binary_value(node.what, value_at(node.left, values), value_at(node.right, values), node.at);
  }
}

std::int64_t expression_value(std::string_view expression, std::span<const NamedNumber> names) {
  std::vector<std::string_view> known;
  std::vector<std::int64_t> values;
  for (const NamedNumber& each : names) {
    known.push_back(each.name);
    values.push_back(each.value);
  }
  return Expression(expression, known).value(values);
}

}  // namespace heteroscope
