#include "core/numbers/decimal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <system_error>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/number_text.hpp"
#include "core/numbers/decimal_fixed.hpp"

namespace heteroscope {
namespace {

constexpr int bits_of_word = 64;

/// The digits at the text's beginning, which it loses.
std::string_view take_digits(std::string_view& text) {
  const auto end = std::ranges::find_if_not(text, is_digit);
  const std::string_view out = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(out.size());
  return out;
}

/// -1 or 1 for a sign at the beginning, which the text loses; 1 without one.
int take_sign(std::string_view& text) {
  if (!text.starts_with('-') && !text.starts_with('+')) return 1;
  const int out = text.front() == '-' ? -1 : 1;
  text.remove_prefix(1);
  return out;
}

/// "e-10", all that is left of the text; none where it is something else. Beyond any limit it is just very large.
std::optional<std::int64_t> power_in(std::string_view text) {
  if (text.empty()) return 0;
  if (text.front() != 'e' && text.front() != 'E') return std::nullopt;
  text.remove_prefix(1);
  const int sign = take_sign(text);
  const std::string_view digits = take_digits(text);
  if (digits.empty() || !text.empty()) return std::nullopt;
  std::int64_t out = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  constexpr std::int64_t beyond = std::int64_t{1} << 40;
  return sign * (error == std::errc{} ? std::min(out, beyond) : beyond);
}

mpz_class power_of_five(std::int64_t power) {
  mpz_class out;
  mpz_ui_pow_ui(out.get_mpz_t(), 5, static_cast<unsigned long>(power));
  return out;
}

mpz_class shifted_bits(const mpz_class& number, std::int64_t bits) {
  mpz_class out;
  if (bits >= 0)
    mpz_mul_2exp(out.get_mpz_t(), number.get_mpz_t(), static_cast<mp_bitcnt_t>(bits));
  else
    mpz_tdiv_q_2exp(out.get_mpz_t(), number.get_mpz_t(), static_cast<mp_bitcnt_t>(-bits));
  return out;
}

/// The nearest whole number; halves away from zero. The divisor is positive.
mpz_class divided(const mpz_class& number, const mpz_class& by) {
  mpz_class twice = 2 * number;
  twice += sgn(number) < 0 ? mpz_class(-by) : by;
  mpz_class out;
  mpz_tdiv_q(out.get_mpz_t(), twice.get_mpz_t(), mpz_class(2 * by).get_mpz_t());
  return out;
}

Decimal whole(const mpz_class& number, std::int64_t exponent) {
  const mpz_class size = abs(number);
  return Decimal::make(sgn(number) < 0, size.get_str(), exponent);
}

std::int64_t size_in_bits(const mpz_class& number) {
  return static_cast<std::int64_t>(mpz_sizeinbase(number.get_mpz_t(), 2));
}

}  // namespace

Decimal Decimal::make(bool negative, std::string_view digits, std::int64_t exponent) {
  const std::size_t first = digits.find_first_not_of('0');
  if (first == digits.npos) return {};
  const std::size_t last = digits.find_last_not_of('0');
  exponent += static_cast<std::int64_t>(digits.size() - 1 - last);
  digits = digits.substr(first, last + 1 - first);
  const auto count = static_cast<std::int64_t>(digits.size());
  if (count > most_computed)
    throw BadInput(fmt::format("a number of {} digits is too long; at most {} are supported", count, most_computed));
  if (const std::int64_t power = exponent + count - 1; power < -largest_power || power > largest_power)
    throw BadInput(fmt::format("a number of about 1e{} is outside 1e-{} to 1e{}", power, largest_power, largest_power));
  Decimal out;
  out.rep_ = std::make_shared<const Rep>(Rep{negative, std::string(digits), exponent});
  return out;
}

Decimal::Decimal(double number) {
  if (!std::isfinite(number)) throw BadInput(fmt::format("{} is not a finite number", number));
  constexpr std::size_t longest = 32;
  std::array<char, longest> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::scientific).ptr;
  *this = parse({text.data(), static_cast<std::size_t>(end - text.data())});
}

Decimal Decimal::exactly(double number) {
  if (!std::isfinite(number)) throw BadInput(fmt::format("{} is not a finite number", number));
  int power = 0;
  constexpr int digits = std::numeric_limits<double>::digits;
  const mpz_class mantissa(std::ldexp(std::frexp(number, &power), digits));
  power -= digits;
  return power >= 0 ? whole(shifted_bits(mantissa, power), 0) : whole(mantissa * power_of_five(-power), power);
}

Decimal Decimal::parse(std::string_view text) {
  std::string_view rest = text;
  const bool negative = take_sign(rest) < 0;
  const std::string_view before = take_digits(rest);
  std::string_view after;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    after = take_digits(rest);
  }
  const auto power = power_in(rest);
  if ((before.empty() && after.empty()) || !power) throw BadInput(quote(text) + " is not a number");
  std::string digits = std::string(before) + std::string(after);
  const std::size_t first = std::min(digits.find_first_not_of('0'), digits.size());
  digits.resize(digits.find_last_not_of('0') + 1);
  if (digits.size() <= first) return {};
  const auto count = static_cast<std::int64_t>(digits.size() - first);
  if (count > most_digits)
    throw BadInput(fmt::format("{} has {} digits; at most {} are supported", quote(text), count, most_digits));
  const std::int64_t of_first =
      *power + static_cast<std::int64_t>(before.size()) - 1 - static_cast<std::int64_t>(first);
  if (of_first < -largest_power || of_first > largest_power)
    throw BadInput(fmt::format("{} is outside 1e-{} to 1e{}", quote(text), largest_power, largest_power));
  return make(negative, digits,
              *power + static_cast<std::int64_t>(before.size()) - static_cast<std::int64_t>(digits.size()));
}

std::int64_t Decimal::magnitude() const {
  return is_zero() ? 0 : exponent() + static_cast<std::int64_t>(digits().size()) - 1;
}

std::string Decimal::text() const {
  if (is_zero()) return "0";
  // where {fmt} turns to powers for a double, too
  constexpr std::int64_t least_plain = -4;
  constexpr std::int64_t most_plain = 15;
  const std::string_view all = digits();
  const auto count = static_cast<std::int64_t>(all.size());
  const std::int64_t power = magnitude();
  std::string out = is_negative() ? "-" : "";
  out.reserve(out.size() + all.size() + bits_of_word);
  if (power < least_plain || power > most_plain) {
    out += all.front();
    if (count > 1) out.append(".").append(all.substr(1));
    return out + fmt::format("e{}{:02}", power < 0 ? '-' : '+', std::abs(power));
  }
  if (power < 0) return out.append("0.").append(static_cast<std::size_t>(-power - 1), '0').append(all);
  if (count <= power + 1) return out.append(all).append(static_cast<std::size_t>(power + 1 - count), '0');
  const auto whole_ones = static_cast<std::size_t>(power + 1);
  return out.append(all.substr(0, whole_ones)).append(".").append(all.substr(whole_ones));
}

std::string Decimal::short_text(std::size_t most) const {
  std::string all = text();
  if (digits().size() <= most) return all;
  const std::size_t power = std::min(all.find('e'), all.size());
  std::size_t end = all.find_first_of("123456789");
  for (std::size_t left = most; end < power && left > 0; ++end) left -= is_digit(all[end]) ? 1 : 0;
  end = std::max(end, std::min(all.find('.'), power));  // not within the whole ones
  if (end >= power) return all;
  return fmt::format("{}…{} ({} digits)", all.substr(0, end), all.substr(power), digits().size());
}

double Decimal::to_double() const {
  if (is_zero()) return 0;
  // More digits than these never decide; that there are some may.
  constexpr std::size_t deciding = 800;
  std::string text = is_negative() ? "-0." : "0.";
  text += digits().substr(0, deciding);
  if (digits().size() > deciding) text += '1';
  text += fmt::format("e{}", magnitude() + 1);
  double out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc::result_out_of_range) return out;
  return std::copysign(magnitude() > 0 ? std::numeric_limits<double>::infinity() : 0, is_negative() ? -1.0 : 1.0);
}

Binary Decimal::binary() const {
  if (is_zero()) return {};
  mpz_class top = abs(whole_digits(*this));
  std::int64_t power = exponent();  // of two, beside the power of five
  bool more = false;                // below what `top` holds
  if (exponent() >= 0) {
    top *= power_of_five(exponent());
  } else {
    const mpz_class by = power_of_five(-exponent());
    const std::int64_t room = std::max<std::int64_t>(0, bits_of_word + 1 + size_in_bits(by) - size_in_bits(top));
    const mpz_class wide = shifted_bits(top, room);
    mpz_class left;
    mpz_tdiv_qr(top.get_mpz_t(), left.get_mpz_t(), wide.get_mpz_t(), by.get_mpz_t());
    power -= room;
    more = left != 0;
  }
  // 64 bits, the last of which says whether there is more: rounded once, to a double
  const std::int64_t surplus = size_in_bits(top) - bits_of_word;
  if (surplus > 0) more = more || mpz_scan1(top.get_mpz_t(), 0) < static_cast<mp_bitcnt_t>(surplus);
  std::uint64_t word = mpz_class(shifted_bits(top, -surplus)).get_ui();
  if (more) word |= 1U;
  int carried = 0;
  const double mantissa = std::frexp(static_cast<double>(word), &carried);
  return {is_negative() ? -mantissa : mantissa, power + surplus + carried};
}

Decimal Decimal::rounded(std::int64_t power) const {
  if (is_zero() || exponent() >= power) return *this;
  if (magnitude() < power - 1) return {};
  const auto kept = static_cast<std::size_t>(magnitude() + 1 - power);
  const bool up = digits()[kept] >= '5';
  std::string out = "0" + std::string(digits().substr(0, kept));
  for (std::size_t i = out.size(); up && i-- > 0;) {
    if (out[i] != '9') {
      ++out[i];
      break;
    }
    out[i] = '0';
  }
  return make(is_negative(), out, power);
}

Decimal Decimal::operator-() const {
  Decimal out;
  if (!is_zero()) out.rep_ = std::make_shared<const Rep>(Rep{!rep_->negative, rep_->digits, rep_->exponent});
  return out;
}

Decimal operator+(const Decimal& a, const Decimal& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  const std::int64_t last = std::min(a.exponent(), b.exponent());
  if (const std::int64_t all = std::max(a.magnitude(), b.magnitude()) + 1 - last; all > Decimal::most_computed) {
    throw BadInput(
        fmt::format("a sum of {} digits is too long; at most {} are supported", all, Decimal::most_computed));
  }
  const auto aligned = [&](const Decimal& each) {
    const std::int64_t zeros = each.exponent() - last;
    return mpz_class(shifted_bits(whole_digits(each), zeros) * power_of_five(zeros));
  };
  return whole(aligned(a) + aligned(b), last);
}

Decimal operator*(const Decimal& a, const Decimal& b) {
  if (a.is_zero() || b.is_zero()) return {};
  return whole(whole_digits(a) * whole_digits(b), a.exponent() + b.exponent());
}

bool operator==(const Decimal& a, const Decimal& b) {
  return a.rep_ == b.rep_ || (a.rep_ != nullptr && b.rep_ != nullptr && *a.rep_ == *b.rep_);
}

std::strong_ordering operator<=>(const Decimal& a, const Decimal& b) {
  const auto sign = [](const Decimal& each) { return each.is_zero() ? 0 : each.is_negative() ? -1 : 1; };
  if (sign(a) != sign(b) || a.is_zero()) return sign(a) <=> sign(b);
  const auto sizes =
      a.magnitude() != b.magnitude() ? a.magnitude() <=> b.magnitude() : a.digits().compare(b.digits()) <=> 0;
  return a.is_negative() ? 0 <=> sizes : sizes;
}

double ratio(const Decimal& a, const Decimal& b) {
  const Binary over = a.binary();
  const Binary under = b.binary();
  constexpr std::int64_t most = 5000;  // beyond any double
  const std::int64_t power = std::clamp(over.exponent2 - under.exponent2, -most, most);
  return std::ldexp(over.mantissa / under.mantissa, static_cast<int>(power));
}

mpz_class whole_digits(const Decimal& number) {
  if (number.is_zero()) return 0;
  constexpr int ten = 10;
  mpz_class out(std::string(number.digits()), ten);
  return number.is_negative() ? mpz_class(-out) : out;
}

mpz_class to_fixed(const Decimal& number, std::size_t bits) {
  const auto up = static_cast<std::int64_t>(bits) + number.exponent();
  if (number.exponent() >= 0) return shifted_bits(whole_digits(number) * power_of_five(number.exponent()), up);
  const mpz_class by = power_of_five(-number.exponent());
  return up >= 0 ? divided(shifted_bits(whole_digits(number), up), by)
                 : divided(whole_digits(number), shifted_bits(by, -up));
}

Decimal from_fixed(const mpz_class& fixed, std::size_t bits, std::int64_t power) {
  const mpz_class one = shifted_bits(1, static_cast<std::int64_t>(bits));
  if (power > 0) return whole(divided(fixed, shifted_bits(one, power) * power_of_five(power)), power);
  return whole(divided(shifted_bits(fixed, -power) * power_of_five(-power), one), power);
}

}  // namespace heteroscope
