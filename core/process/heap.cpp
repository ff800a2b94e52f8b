#include "core/process/heap.hpp"

#include <malloc.h>

namespace heteroscope {

/// Sets glibc's limits. By default its threshold would grow to 32 MiB, and freed memory be kept in pieces for each
/// thread: 468 MB instead of 190 MB after ten minutes of random use. Threads come and go, and arenas of their own hold
/// ever more small pieces between free ones (0.8 MB a minute of random use).
void limit_heap() {
  constexpr int large = 1 << 20;
  constexpr int arenas = 2;
  ::mallopt(M_MMAP_THRESHOLD, large);
  ::mallopt(M_ARENA_MAX, arenas);
}

/// After an hour of random use that was 40 MB of 250.
void return_free_memory() {
  ::malloc_trim(0);
}

}  // namespace heteroscope
