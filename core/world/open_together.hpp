#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/world/companions.hpp"

namespace heteroscope {

/// Two ranks open something between them, which both have afterwards or neither has: `invite()` gives what the other is
/// to know, `accept(theirs)` takes what it has told. Each may throw BadInput or DeviceError where that is not possible.
/// Both ranks call this. Returns why it was not possible, here or there; empty where it was.
std::string open_together(Companions& companions, int other, const std::function<std::vector<std::byte>()>& invite,
                          const std::function<void(std::span<const std::byte>)>& accept);

/// What ranks of one program tell each other as it lies in memory.
template <class T>
std::vector<std::byte> packed(const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto bytes = std::as_bytes(std::span(&value, 1));
  return {bytes.begin(), bytes.end()};
}
template <class T>
T unpacked(std::span<const std::byte> bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  T out;
  std::memcpy(&out, bytes.first(sizeof out).data(), sizeof out);
  return out;
}

}  // namespace heteroscope
