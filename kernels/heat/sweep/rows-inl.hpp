// This file is compiled once for each instruction set; Highway's include guard toggles with the target.
#if defined(HETEROSCOPE_HEAT_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HETEROSCOPE_HEAT_ROWS_INL
#undef HETEROSCOPE_HEAT_ROWS_INL
#else
#define HETEROSCOPE_HEAT_ROWS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>

#include "kernels/heat/cell.hpp"
#include "kernels/heat/terms.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::heat::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Computes base + c S(in) for some columns of one or more rows below each other. None of them is the first or last row
/// of the grid.
template <class T, int Count>
struct PassRows {
  using Tag = hn::ScalableTag<T>;

  /// The rows, with the one above and the one below; columns −1 and `columns` must be readable, too.
  const T* in[Count + 2];
  const T* base[Count];
  T* out[Count];
  int columns;
  T c;

  /// `OwnBase` says that the base is the input itself. `Streaming` writes past the caches; several rows must then have
  /// the same alignment.
  template <bool OwnBase, bool Streaming>
  HWY_INLINE void run() const {
    constexpr int lanes = static_cast<int>(hn::MaxLanes(Tag()));
    int x = 0;
    if constexpr (Streaming) {
      constexpr std::uintptr_t line = 64;
      const auto beyond = reinterpret_cast<std::uintptr_t>(out[0]) % line;
      const int head = std::min(static_cast<int>((line - beyond) % line / sizeof(T)), columns);
      for (; x < head; ++x) one(x);
    }
    for (; x + lanes <= columns; x += lanes) vector<OwnBase, Streaming>(x);
    for (; x < columns; ++x) one(x);
  }

 private:
  /// Computes one vector of each row.
  template <bool OwnBase, bool Streaming>
  HWY_INLINE void vector(int x) const {
    const Tag d;
    const auto factor = hn::Set(d, c);
    const auto minus_four = hn::Set(d, T(-4));
    hn::Vec<Tag> center[Count + 2];
    for (int i = 0; i < Count + 2; ++i) center[i] = hn::LoadU(d, in[i] + x);
    for (int i = 0; i < Count; ++i) {
      const T* row = in[i + 1] + x;
      const auto around = hn::Add(hn::Add(hn::LoadU(d, row - 1), hn::LoadU(d, row + 1)),  //
                                  hn::Add(center[i], center[i + 2]));
      const auto from = OwnBase ? center[i + 1] : hn::LoadU(d, base[i] + x);
      const auto value = hn::MulAdd(factor, hn::MulAdd(minus_four, center[i + 1], around), from);
      if constexpr (Streaming) {
        hn::Stream(value, d, out[i] + x);
      } else {
        hn::StoreU(value, d, out[i] + x);
      }
    }
  }

  /// Computes one node of each row.
  HWY_INLINE void one(int x) const {
    for (int i = 0; i < Count; ++i) {
      const T* row = in[i + 1] + x;
      out[i][x] = stepped(base[i][x], c, row[0], row[-1], row[1], in[i][x], in[i + 2][x]);
    }
  }
};

/// Computes a₀ in₀ + a₁ in₁ + … over some columns of a row.
template <class T, int Terms>
HWY_INLINE void combine_row(const Combination<T, Terms>& t, T* out, int columns) {
  const hn::ScalableTag<T> d;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(hn::ScalableTag<T>()));
  int x = 0;
  for (; x + lanes <= columns; x += lanes) {
    auto sum = hn::LoadU(d, t.in[0] + x);
    if constexpr (Terms > 1) sum = hn::Mul(hn::Set(d, t.a[0]), sum);
    for (int i = 1; i < Terms; ++i) sum = hn::MulAdd(hn::Set(d, t.a[i]), hn::LoadU(d, t.in[i] + x), sum);
    hn::StoreU(sum, d, out + x);
  }
  for (; x < columns; ++x) out[x] = t(x);
}

}  // namespace heteroscope::heat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
