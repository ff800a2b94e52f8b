#pragma once

namespace heteroscope {

/// n neighboring values that are read or written at once, by accesses of at most 16 bytes; as many as these hold,
/// unless it is said.
template <class T, int n = 16 / static_cast<int>(sizeof(T))>
struct alignas(n * sizeof(T) < 16 ? n * sizeof(T) : 16) Pack {
  static constexpr int size = n;
  T of[n];
};

}  // namespace heteroscope
