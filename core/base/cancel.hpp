#pragma once

#include <cstddef>

namespace heteroscope {

/// What kernels' sources see of a std::stop_token: refers to one that outlives it, or to none. It leaves that type to
/// whoever makes it: these sources include this, and <stop_token> would add a third to what they take to compile.
class Cancel {
 public:
  Cancel() = default;
  /// Of a token that can be requested; else it is none.
  template <class Token>
  explicit Cancel(const Token& token)
      : token_(token.stop_possible() ? &token : nullptr),
        is_set_([](const void* it) { return static_cast<const Token*>(it)->stop_requested(); }) {}
  template <class Token>
  explicit Cancel(const Token&& token) = delete;

  [[nodiscard]] bool is_set() const { return token_ != nullptr && is_set_(token_); }
  bool operator==(std::nullptr_t) const { return token_ == nullptr; }

 private:
  const void* token_ = nullptr;
  bool (*is_set_)(const void*) = nullptr;
};

}  // namespace heteroscope
