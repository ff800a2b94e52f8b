#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace heteroscope::testing {

/// MiB that the process has held at most.
inline long most_resident() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

// GCC says so by macros, clang by its features.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
inline constexpr bool sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool sanitized = false;
#endif

/// Expects that no more than `mib` have been added to `before`. Sanitizers keep what was freed, and know better.
inline void expect_grown_by_at_most(long mib, long before) {
  if (sanitized) return;
  EXPECT_LE(most_resident() - before, mib);
}

}  // namespace heteroscope::testing
