#pragma once

#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "core/world/companions.hpp"

namespace heteroscope {

/// What all ranks come to together, where the order counts: it goes from rank to rank, each of which makes of it what
/// comes of its own, add(value), and all get what the last one has made of it. All ranks call it.
template <class T, class Add>
T in_turn(Companions& all, const T& begun, Add add) {
  static_assert(std::is_trivially_copyable_v<T>);
  const int rank = all.rank();
  const int last = all.count() - 1;
  const auto from = [&](int other) {
    T out;
    const std::vector<std::byte> letter = all.receive(other);
    std::memcpy(&out, rest_of(letter).data(), sizeof out);
    return out;
  };
  const auto send = [&](int other, const T& value) { all.send(other, std::as_bytes(std::span(&value, 1))); };
  const T value = add(rank == 0 ? begun : from(rank - 1));
  if (rank < last) {
    send(rank + 1, value);
    return from(last);
  }
  for (int other = 0; other < last; ++other) send(other, value);
  return value;
}

}  // namespace heteroscope
