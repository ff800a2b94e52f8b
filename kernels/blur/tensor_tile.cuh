#pragma once

#include <nv/target>

namespace heteroscope::blur {

/// The operands of the tensor cores' products, 16 × 8 by 8 × 8, of which each lane of a warp holds some values, with g
/// = lane / 4 and t = lane % 4 (PTX ISA, matrix fragments for mma.m16n8k8 with .tf32 and .f64):
///   left:  (g, t), (g + 8, t), (g, t + 4), (g + 8, t + 4)
///   right: (t, g), (t + 4, g)
///   tile:  (g, 2 t), (g, 2 t + 1), (g + 8, 2 t), (g + 8, 2 t + 1)
template <class T>
struct Tile {
  T of[4];
};

__device__ inline int lane_id() {
  return static_cast<int>(threadIdx.x % 32);
}

/// A float as the sum of two numbers of 11 bits: `high` is rounded to nearest; `low` is exact, but the tensor core cuts
/// off what it does not use, less than one unit in the float's last place.
struct Halves {
  unsigned high;
  unsigned low;

  Halves() = default;
  __device__ explicit Halves(float x) {
    high = (__float_as_uint(x) + 0x1000U) & 0xffffe000U;
    low = __float_as_uint(x - __uint_as_float(high));
  }
};

template <class T>
struct Left;
template <class T>
struct Right;

template <>
struct Left<float> {
  Halves of[4];
  Left() = default;
  __device__ Left(float a, float b, float c, float d) : of{Halves(a), Halves(b), Halves(c), Halves(d)} {}
};
template <>
struct Right<float> {
  Halves of[2];
  Right() = default;
  __device__ Right(float a, float b) : of{Halves(a), Halves(b)} {}
};
template <>
struct Left<double> {
  double of[4];
  Left() = default;
  __device__ Left(double a, double b, double c, double d) : of{a, b, c, d} {}
};
template <>
struct Right<double> {
  double of[2];
  Right() = default;
  __device__ Right(double a, double b) : of{a, b} {}
};

// In code for older devices, on which the variant is not available, this is never run.
__device__ inline void multiply_add(Tile<float>& d, unsigned a0, unsigned a1, unsigned a2, unsigned a3, unsigned b0,
                                    unsigned b1, const Tile<float>& c) {
  NV_IF_TARGET(NV_PROVIDES_SM_90,
               (asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                    "{%10,%11,%12,%13};"
                    : "=f"(d.of[0]), "=f"(d.of[1]), "=f"(d.of[2]), "=f"(d.of[3])
                    : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1), "f"(c.of[0]), "f"(c.of[1]), "f"(c.of[2]),
                      "f"(c.of[3]));),
               (__trap();))
}
__device__ inline void multiply_add(Tile<double>& d, const Left<double>& a, const Right<double>& b,
                                    const Tile<double>& c) {
  NV_IF_TARGET(NV_PROVIDES_SM_90,
               (asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                    "{%10,%11,%12,%13};"
                    : "=d"(d.of[0]), "=d"(d.of[1]), "=d"(d.of[2]), "=d"(d.of[3])
                    : "d"(a.of[0]), "d"(a.of[1]), "d"(a.of[2]), "d"(a.of[3]), "d"(b.of[0]), "d"(b.of[1]), "d"(c.of[0]),
                      "d"(c.of[1]), "d"(c.of[2]), "d"(c.of[3]));),
               (__trap();))
}

template <class T>
inline constexpr int terms = sizeof(T) == 4 ? 3 : 1;

/// c + one term of left × right. Of the four products of halves the smallest is left out.
__device__ inline Tile<float> multiply(const Left<float>& a, const Right<float>& b, const Tile<float>& c, int term) {
  Tile<float> d{};
  if (term == 0) {
    multiply_add(d, a.of[0].low, a.of[1].low, a.of[2].low, a.of[3].low, b.of[0].high, b.of[1].high, c);
  } else if (term == 1) {
    multiply_add(d, a.of[0].high, a.of[1].high, a.of[2].high, a.of[3].high, b.of[0].low, b.of[1].low, c);
  } else {
    multiply_add(d, a.of[0].high, a.of[1].high, a.of[2].high, a.of[3].high, b.of[0].high, b.of[1].high, c);
  }
  return d;
}
__device__ inline Tile<double> multiply(const Left<double>& a, const Right<double>& b, const Tile<double>& c, int) {
  Tile<double> d{};
  multiply_add(d, a, b, c);
  return d;
}

}  // namespace heteroscope::blur
