#include "kernels/mandelbrot/deep/fixed.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace heteroscope::mandelbrot {

Wide wide_of(const Integer& value, std::size_t bits) {
  static_assert(GMP_NUMB_BITS == 64 && GMP_NAIL_BITS == 0);
  mpz_srcptr of = value.get_mpz_t();
  const std::size_t limbs = mpz_size(of);
  if (limbs == 0) return wide(0);
  std::uint64_t top = mpz_getlimbn(of, static_cast<mp_size_t>(limbs - 1));
  const int lead = std::countl_zero(top);
  top <<= lead;
  if (limbs > 1 && lead > 0) top |= mpz_getlimbn(of, static_cast<mp_size_t>(limbs - 2)) >> (64 - lead);
  const auto m = static_cast<double>(top);
  const auto exponent = static_cast<long>(64 * (limbs - 1)) - lead - static_cast<long>(bits);
  return normal(mpz_sgn(of) < 0 ? -m : m, static_cast<int>(exponent));
}

Delta<Wide> delta_of(const FixedPoint& point) {
  const Wide re = wide_of(point.re, point.bits);
  const Wide im = wide_of(point.im, point.bits);
  const int e = std::max(re.e, im.e);
  const auto part = [e](Wide x) { return e - x.e > 1000 ? 0.0 : x.m * power_of_two(x.e - e); };
  return normal(part(re), part(im), e);
}

DoubleDouble double_double_of(const Integer& value, std::size_t bits) {
  const Wide hi = wide_of(value, bits);
  Integer rest;
  set(rest, hi, bits);
  mpz_sub(rest.get_mpz_t(), value.get_mpz_t(), rest.get_mpz_t());
  return {to_double(hi), to_double(wide_of(rest, bits))};
}

Delta<DoubleDouble> fine_delta_of(const FixedPoint& point) {
  return {double_double_of(point.re, point.bits), double_double_of(point.im, point.bits)};
}

void set(Integer& out, Wide value, std::size_t bits) {
  mpz_set_d(out.get_mpz_t(), value.m * 0x1p62);  // a whole number, since a double has 53 bits
  const long shift = static_cast<long>(bits) + value.e - 62;
  if (value.m == 0 || shift < -63) {
    mpz_set_ui(out.get_mpz_t(), 0);
  } else if (shift >= 0) {
    mpz_mul_2exp(out.get_mpz_t(), out.get_mpz_t(), static_cast<mp_bitcnt_t>(shift));
  } else {
    mpz_tdiv_q_2exp(out.get_mpz_t(), out.get_mpz_t(), static_cast<mp_bitcnt_t>(-shift));
  }
}

FixedOrbit::FixedOrbit(const FixedPoint& c) : c_(c) {
  z_.bits = c.bits;
  mpz_set_ui(four_.get_mpz_t(), 4);
  mpz_mul_2exp(four_.get_mpz_t(), four_.get_mpz_t(), 2 * c.bits);
}

FixedOrbit::FixedOrbit(const FixedPoint& c, const FixedPoint& first) : FixedOrbit(c) {
  z_ = first;
  square();
}

void FixedOrbit::advance() {
  mpz_ptr re = z_.re.get_mpz_t();
  mpz_ptr im = z_.im.get_mpz_t();
  mpz_ptr sum2 = sum2_.get_mpz_t();
  mpz_add(sum2, re, im);
  mpz_mul(sum2, sum2, sum2);
  mpz_sub(sum2, sum2, re2_.get_mpz_t());
  mpz_sub(sum2, sum2, im2_.get_mpz_t());  // 2 re im
  mpz_fdiv_q_2exp(im, sum2, z_.bits);
  mpz_add(im, im, c_.im.get_mpz_t());
  mpz_sub(sum2, re2_.get_mpz_t(), im2_.get_mpz_t());
  mpz_fdiv_q_2exp(re, sum2, z_.bits);
  mpz_add(re, re, c_.re.get_mpz_t());
  square();
}

void FixedOrbit::square() {
  mpz_mul(re2_.get_mpz_t(), z_.re.get_mpz_t(), z_.re.get_mpz_t());
  mpz_mul(im2_.get_mpz_t(), z_.im.get_mpz_t(), z_.im.get_mpz_t());
}

/// Computes |z|² − 4 in `sum2_`.
void FixedOrbit::find_margin() {
  mpz_add(sum2_.get_mpz_t(), re2_.get_mpz_t(), im2_.get_mpz_t());
  mpz_sub(sum2_.get_mpz_t(), sum2_.get_mpz_t(), four_.get_mpz_t());
}

Wide FixedOrbit::margin() {
  find_margin();
  return wide_of(sum2_, 2 * z_.bits);
}

DoubleDouble FixedOrbit::fine_margin() {
  find_margin();
  return double_double_of(sum2_, 2 * z_.bits);
}

}  // namespace heteroscope::mandelbrot
