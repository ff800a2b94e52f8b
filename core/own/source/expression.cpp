#include "core/own/source/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>

#include "core/base/message.hpp"
#include "core/base/number_text.hpp"
#include "core/own/source/source_text.hpp"

namespace heteroscope {
namespace {

using Number = std::int64_t;

/// Recursive descent, a function for each level of precedence.
class Evaluation {
 public:
  Evaluation(std::string_view text, std::span<const NamedNumber> names) : names_(names), tokens_(text) { next(); }

  Number whole() {
    const Number out = sum();
    if (!token_.text.empty()) fail(fmt::format("{} is not expected here", quote(token_.text)));
    return out;
  }

 private:
  Number sum() {
    Number out = product();
    while (token_.text == "+" || token_.text == "-") {
      const SourceToken sign = take();
      const Number right = product();
      const bool overflows =
          sign.text == "+" ? __builtin_add_overflow(out, right, &out) : __builtin_sub_overflow(out, right, &out);
      if (overflows) fail_beyond(sign);
    }
    return out;
  }
  Number product() {
    Number out = factor();
    while (token_.text == "*" || token_.text == "/" || token_.text == "%") {
      const SourceToken sign = take();
      const Number right = factor();
      if (sign.text == "*") {
        if (__builtin_mul_overflow(out, right, &out)) fail_beyond(sign);
      } else {
        check_divisor(out, right, sign);
        out = sign.text == "/" ? out / right : out % right;
      }
    }
    return out;
  }
  Number factor() {
    const Deeper level(*this);
    if (token_.text == "-") {
      const SourceToken sign = take();
      const Number positive = factor();
      if (positive == std::numeric_limits<Number>::min()) fail_beyond(sign);
      return -positive;
    }
    if (token_.text == "(") {
      take();
      const Number out = sum();
      expect(")");
      return out;
    }
    if (token_.text.empty()) fail("the expression ends where a number is expected");
    if (std::isdigit(static_cast<unsigned char>(token_.text.front())) != 0) return literal();
    if (!is_word(token_.text.front())) fail(fmt::format("{} is not expected here", quote(token_.text)));
    const SourceToken name = take();
    return token_.text == "(" ? call(name) : named(name);
  }
  Number literal() {
    const std::optional<Number> out = number_from<Number>(token_.text);
    if (!out) fail(fmt::format("{} is no whole number of 64 bits", quote(token_.text)));
    take();
    return *out;
  }
  Number named(const SourceToken& name) const {
    const auto found = std::ranges::find(names_, name.text, &NamedNumber::name);
    if (found != names_.end()) return found->value;
    fail(name, fmt::format("{} is unknown here; known are {}", quote(name.text),
                           list_ids(names_, [](const NamedNumber& each) { return each.name; })));
  }
  Number call(const SourceToken& name) {
    take();
    const Number left = sum();
    expect(",");
    const Number right = sum();
    expect(")");
    if (name.text == "min") return std::min(left, right);
    if (name.text == "max") return std::max(left, right);
    if (name.text != "ceil_div")
      fail(name, fmt::format("there is no function {}; there are ceil_div, min and max", quote(name.text)));
    check_divisor(left, right, name);
    const bool rounds_up = left % right != 0 && (left > 0) == (right > 0);
    return left / right + (rounds_up ? 1 : 0);
  }

  static void check_divisor(Number left, Number right, const SourceToken& where) {
    if (right == 0) fail(where, "this divides by zero");
    if (right == -1 && left == std::numeric_limits<Number>::min()) fail_beyond(where);
  }
  [[noreturn]] static void fail_beyond(const SourceToken& where) { fail(where, "this is beyond 64 bits"); }
  void expect(std::string_view what) {
    if (token_.text != what) fail(fmt::format("{} is expected here", quote(what)));
    take();
  }
  SourceToken take() {
    const SourceToken out = token_;
    next();
    return out;
  }
  void next() { token_ = tokens_.next(); }
  [[noreturn]] void fail(const std::string& message) const { fail(token_, message); }
  [[noreturn]] static void fail(const SourceToken& where, const std::string& message) {
    throw ExpressionError(where.at, message);
  }

  /// A file may hold more parentheses than a stack does.
  class Deeper {
   public:
    explicit Deeper(Evaluation& evaluation) : depth_(evaluation.depth_) {
      constexpr int deepest = 200;
      if (++depth_ > deepest) evaluation.fail("the expression is nested too deeply");
    }
    ~Deeper() { --depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    int& depth_;
  };

  std::span<const NamedNumber> names_;
  SourceTokens tokens_;
  SourceToken token_;
  int depth_ = 0;
};

}  // namespace

std::int64_t value_of(std::string_view expression, std::span<const NamedNumber> names) {
  return Evaluation(expression, names).whole();
}

}  // namespace heteroscope
