#pragma once

namespace heteroscope::blur {

/// n neighboring values that are read or written at once, by accesses of at most 16 bytes.
template <class T, int n>
struct alignas(n * sizeof(T) < 16 ? n * sizeof(T) : 16) Pack {
  T of[n];
};

}  // namespace heteroscope::blur
