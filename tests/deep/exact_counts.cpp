// Direct iteration of some pixels of deep views in arbitrary precision: where tests/deep/places.json comes from. It
// shares no code with the program.
//
//   g++ -std=c++20 -O2 exact_counts.cpp -lgmpxx -lgmp -o exact_counts
//   ./exact_counts CENTER_RE CENTER_IM SPAN LIMIT SAMPLES
//
// It prints a line "x y count" for each sample of a picture of 640x360 pixels: the least k with |z_(k-1)| >= 2, or 0
// where there is none below the limit. Numbers are fixed-point with so many bits that an error of 2^-bits in every
// iterate, grown as fast as differences grow, is a 2^-64th of a pixel; the first 50 counts are computed a second time
// with 128 bits more, and have to come out alike.
#include <gmpxx.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

constexpr int width = 640;
constexpr int height = 360;
constexpr int checked = 50;

/// A decimal as a fraction.
mpq_class fraction(std::string text) {
  long exponent = 0;
  if (const auto e = text.find('e'); e != std::string::npos) {
    exponent = std::stol(text.substr(e + 1));
    text.resize(e);
  }
  if (const auto dot = text.find('.'); dot != std::string::npos) {
    exponent -= static_cast<long>(text.size() - dot - 1);
    text.erase(dot, 1);
  }
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::labs(exponent)));
  mpq_class out{mpz_class(text, 10)};
  if (exponent < 0) {
    out /= power;
  } else {
    out *= power;
  }
  return out;
}

mpz_class fixed(const mpq_class& value, unsigned long bits) {
  mpz_class scaled = value.get_num();
  scaled <<= bits;
  mpz_class out;
  mpz_fdiv_q(out.get_mpz_t(), scaled.get_mpz_t(), value.get_den().get_mpz_t());
  return out;
}

int count(const mpq_class& re, const mpq_class& im, int limit, unsigned long bits) {
  const mpz_class c_re = fixed(re, bits);
  const mpz_class c_im = fixed(im, bits);
  const mpz_class four = mpz_class(4) << (2 * bits);
  mpz_class x, y, xx, yy, xy, sum;
  for (int k = 1; k < limit; ++k) {
    xx = x * x;
    yy = y * y;
    sum = xx + yy;
    if (sum >= four) return k;
    xy = x + y;
    xy *= xy;
    xy -= sum;  // 2 x y
    xx -= yy;
    x = (xx >> bits) + c_re;
    y = (xy >> bits) + c_im;
  }
  return 0;
}

/// The i-th of a stream of numbers that look random (splitmix64).
std::uint64_t random_number(std::uint64_t i) {
  std::uint64_t z = (i + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace

int main(int arguments, char** argument) {
  if (arguments != 6) {
    std::fprintf(stderr, "exact_counts CENTER_RE CENTER_IM SPAN LIMIT SAMPLES\n");
    return 2;
  }
  const mpq_class center_re = fraction(argument[1]);
  const mpq_class center_im = fraction(argument[2]);
  const mpq_class span = fraction(argument[3]);
  const int limit = std::atoi(argument[4]);
  const int samples = std::atoi(argument[5]);
  const mpq_class inverse = 1 / span;
  const unsigned long digits = mpz_sizeinbase(mpz_class(inverse).get_mpz_t(), 2);
  for (int i = 0; i < samples; ++i) {
    const std::uint64_t number = random_number(static_cast<std::uint64_t>(i));
    const int x = static_cast<int>(number % width);
    const int y = static_cast<int>((number >> 32) % height);
    const mpq_class re = center_re + span * mpq_class(2 * x - (width - 1), 2 * width);
    const mpq_class im = center_im + span * mpq_class(height - 1 - 2 * y, 2 * width);
    const unsigned long bits = digits + 10 + 64 + 24;
    const int found = count(re, im, limit, bits);
    if (i < checked && count(re, im, limit, bits + 128) != found) {
      std::fprintf(stderr, "pixel %d %d asks for more than %lu bits\n", x, y, bits);
      return 1;
    }
    std::printf("%d %d %d\n", x, y, found);
  }
}
