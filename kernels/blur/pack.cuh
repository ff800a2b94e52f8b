#pragma once

namespace heteroscope::blur {

/// n neighbors that are read or written at once, 16 bytes at a time at most.
template <class T, int n>
struct alignas(n * sizeof(T) < 16 ? n * sizeof(T) : 16) Pack {
  T of[n];
};

}  // namespace heteroscope::blur
