#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

#include "core/process/memory_limit.hpp"

namespace heteroscope::mandelbrot {

/// A cache of the last objects of a kind, which are dropped when memory is wanted for something else. Any thread may
/// use it.
template <class Key, class What>
class Kept {
 public:
  /// Null if it is not there.
  std::shared_ptr<What> find(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(all_, key, &Entry::first);
    return found == all_.end() ? nullptr : found->second;
  }
  /// Takes an object out, so that nobody else finds it until it is added again.
  std::shared_ptr<What> take(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(all_, key, &Entry::first);
    if (found == all_.end()) return nullptr;
    std::shared_ptr<What> out = std::move(found->second);
    all_.erase(found);
    return out;
  }
  void add(const Key& key, std::shared_ptr<What> what) {
    constexpr std::size_t most = 2;
    const std::lock_guard lock(mutex_);
    std::erase_if(all_, [&](const Entry& each) { return each.first == key; });
    all_.emplace_back(key, std::move(what));
    if (all_.size() > most) all_.pop_front();
  }
  static Kept& get() {
    static Kept all;
    return all;
  }

 private:
  using Entry = std::pair<Key, std::shared_ptr<What>>;

  std::mutex mutex_;
  std::deque<Entry> all_;
  memory::ReclaimableCache keeper_{[this] {
    const std::lock_guard lock(mutex_);
    all_.clear();
  }};
};

}  // namespace heteroscope::mandelbrot
