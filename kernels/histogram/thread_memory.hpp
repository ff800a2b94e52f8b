#pragma once

#include <cstddef>
#include <new>
#include <span>

/// The memory of one thread's counters, in the job's scratch.
namespace heteroscope::histogram {

/// So many bytes as whole cache lines, which threads do not share.
constexpr std::size_t whole_lines(std::size_t bytes) {
  constexpr std::size_t line = 64;
  return (bytes + line - 1) / line * line;
}

/// An array of `count` zeros in a thread's memory, which begins at a cache line.
template <class T>
std::span<T> zeros_in(std::byte* memory, int count) {
  auto* const first = new (memory) T[static_cast<std::size_t>(count)]{};
  return {first, static_cast<std::size_t>(count)};
}

}  // namespace heteroscope::histogram
