#pragma once

#include <cstddef>

namespace heteroscope {

/// Refers to a std::atomic<bool> that is set once a result is no longer wanted, or to none. It leaves that type to who
/// makes it: kernels' sources include this, and <atomic> would add a third to what they take to compile.
class Cancel {
 public:
  Cancel() = default;
  template <class Atomic>
  Cancel(const Atomic* flag)  // NOLINT(google-explicit-constructor): as the pointer that it stands for
      : flag_(flag), is_set_([](const void* it) -> bool { return static_cast<const Atomic*>(it)->load(); }) {}

  [[nodiscard]] bool is_set() const { return flag_ != nullptr && is_set_(flag_); }
  bool operator==(std::nullptr_t) const { return flag_ == nullptr; }

 private:
  const void* flag_ = nullptr;
  bool (*is_set_)(const void*) = nullptr;
};

}  // namespace heteroscope
