#pragma once

#include <execution>  // whose algorithms run on the threads of oneTBB

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

// The library would run parallel algorithms on one thread, and say nothing.
#ifndef _PSTL_PAR_BACKEND_TBB
#error "std::execution::par needs libstdc++ with oneTBB (Debian: libtbb-dev)"
#endif

namespace heteroscope {

/// Calls `body`, whose parallel algorithms run on at most so many threads, the calling one included. The standard has
/// no word for their number, so that this is oneTBB's. More threads than processors are begun if they are asked for.
template <class Body>
void with_std_threads(int threads, const Body& body) {
  const int most = std::max(threads, tbb::info::default_concurrency());
  const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(most));
  tbb::task_arena(threads).execute(body);
}

/// The number of the calling thread among those, from 0.
inline int std_thread() {
  return tbb::this_task_arena::current_thread_index();
}

/// An iterator over whole numbers, which it also points at. Those of std::views::iota are only input iterators to the
/// algorithms of C++17, which then run on one thread.
class Counting {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::int64_t;
  using difference_type = std::int64_t;
  using pointer = const std::int64_t*;
  using reference = std::int64_t;

  Counting() = default;
  explicit Counting(std::int64_t at) : at_(at) {}

  std::int64_t operator*() const { return at_; }
  std::int64_t operator[](std::int64_t further) const { return at_ + further; }
  Counting& operator+=(std::int64_t steps) {
    at_ += steps;
    return *this;
  }
  Counting& operator-=(std::int64_t steps) { return *this += -steps; }
  Counting& operator++() { return *this += 1; }
  Counting& operator--() { return *this -= 1; }
  Counting operator++(int) {
    const Counting before = *this;
    ++*this;
    return before;
  }
  Counting operator--(int) {
    const Counting before = *this;
    --*this;
    return before;
  }
  friend Counting operator+(Counting from, std::int64_t steps) { return from += steps; }
  friend Counting operator+(std::int64_t steps, Counting from) { return from += steps; }
  friend Counting operator-(Counting from, std::int64_t steps) { return from -= steps; }
  friend std::int64_t operator-(Counting a, Counting b) { return a.at_ - b.at_; }
  auto operator<=>(const Counting&) const = default;  // NOLINT(modernize-use-nullptr)

 private:
  std::int64_t at_ = 0;
};

}  // namespace heteroscope
