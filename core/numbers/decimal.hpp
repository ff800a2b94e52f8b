#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace heteroscope {

/// A number of any size: mantissa · 2^exponent2, with 1/2 ≤ |mantissa| < 1; {0, 0} for zero.
struct Binary {
  double mantissa = 0;
  std::int64_t exponent2 = 0;
};

/// An exact number of finitely many decimal digits: ± digits · 10^exponent. Copies share what they hold.
/// Arithmetic is exact; it throws BadInput for what goes beyond `most_computed` digits or `largest_power`.
class Decimal {
 public:
  /// The limit for a text. The center of a view that is 1e-100000 wide has so many digits, to a fraction of a pixel.
  static constexpr std::int64_t most_digits = 100'100;
  static constexpr std::int64_t most_computed = 1'000'000;
  /// Numbers but zero lie between 10^-largest_power and 10^(largest_power + 1).
  static constexpr std::int64_t largest_power = 1'000'000;

  Decimal() = default;
  /// The value of the double's shortest text ("0.1" is a tenth). Throws BadInput if it is not finite.
  Decimal(double number);  // NOLINT(google-explicit-constructor): numbers are written as they are
  /// The double's value, to its last bit. Throws BadInput for one that is not finite.
  static Decimal exactly(double number);
  /// "-1.7499e-10", plain or scientific. Throws BadInput, in a line without a name, for anything else and for numbers
  /// beyond the limits.
  static Decimal parse(std::string_view text);
  static Decimal power_of_ten(std::int64_t power) { return make(false, "1", power); }
  /// The sign and a whole number's digits, times 10^exponent.
  static Decimal make(bool negative, std::string_view digits, std::int64_t exponent);

  [[nodiscard]] bool is_zero() const { return rep_ == nullptr; }
  [[nodiscard]] bool is_negative() const { return rep_ != nullptr && rep_->negative; }
  /// Without zeros at either end; none of zero.
  [[nodiscard]] std::string_view digits() const { return rep_ == nullptr ? std::string_view() : rep_->digits; }
  /// The power of ten of the last digit, and of the first; 0 of zero.
  [[nodiscard]] std::int64_t exponent() const { return rep_ == nullptr ? 0 : rep_->exponent; }
  [[nodiscard]] std::int64_t magnitude() const;

  /// All of it, as a double's shortest text is written: "-0.743643887", "1e-20".
  [[nodiscard]] std::string text() const;
  /// For a line: at most so many digits, and how many there are. "-1.7499123456789012345… (1234 digits)"
  [[nodiscard]] std::string short_text(std::size_t most = 20) const;
  /// The nearest; 0 and infinities where doubles end.
  [[nodiscard]] double to_double() const;
  [[nodiscard]] Binary binary() const;
  /// The nearest multiple of 10^power; halves away from zero.
  [[nodiscard]] Decimal rounded(std::int64_t power) const;

  Decimal operator-() const;
  friend Decimal operator+(const Decimal& a, const Decimal& b);
  friend Decimal operator-(const Decimal& a, const Decimal& b) { return a + -b; }
  friend Decimal operator*(const Decimal& a, const Decimal& b);
  friend bool operator==(const Decimal& a, const Decimal& b);
  friend std::strong_ordering operator<=>(const Decimal& a, const Decimal& b);

 private:
  struct Rep {
    bool negative = false;
    std::string digits;
    std::int64_t exponent = 0;
    bool operator==(const Rep&) const = default;
  };

  std::shared_ptr<const Rep> rep_;  ///< null: zero
};

/// a / b to a double's precision, whatever their sizes. b is not zero.
double ratio(const Decimal& a, const Decimal& b);

}  // namespace heteroscope
