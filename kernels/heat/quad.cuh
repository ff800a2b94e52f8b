#pragma once

namespace heteroscope::heat {

/// The values of 4 neighboring columns, read or written 16 bytes at a time.
template <class T>
struct alignas(16) Quad {
  T of[4];
};

}  // namespace heteroscope::heat
