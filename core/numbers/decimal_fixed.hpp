#pragma once

#include <gmpxx.h>

#include <cstddef>

#include "core/numbers/decimal.hpp"

/// Decimals and GMP's whole numbers, for those who compute with many bits.
namespace heteroscope {

/// The digits as a whole number, with the sign.
mpz_class whole_digits(const Decimal& number);

/// The whole number nearest to number · 2^bits; halves away from zero.
mpz_class to_fixed(const Decimal& number, std::size_t bits);

/// The multiple of 10^power nearest to fixed / 2^bits; halves away from zero.
Decimal from_fixed(const mpz_class& fixed, std::size_t bits, std::int64_t power);

}  // namespace heteroscope
