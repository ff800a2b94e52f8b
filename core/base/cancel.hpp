#pragma once

#include <cstddef>

namespace heteroscope {

/// A reference to a std::stop_token that outlives it, or to none, as kernels' sources see it. They do not see that
/// type: they include this header, and <stop_token> would add a third to their time of compilation.
class Cancel {
 public:
  Cancel() = default;
  /// Refers to a token if its stop can be requested; otherwise it refers to none.
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
