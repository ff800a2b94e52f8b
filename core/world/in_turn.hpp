#pragma once

#include "core/world/communicator.hpp"
#include "core/world/messages.hpp"

namespace heteroscope {

/// A value to which all ranks contribute in order: it goes from rank to rank, each of which calls add(value), and all
/// get what the last one has made of it. All ranks call it.
template <class T, class Add>
T in_turn(Communicator& all, const T& begun, Add add) {
  const int rank = all.rank();
  const int last = all.count() - 1;
  const auto from = [&](int other) { return unpacked<T>(rest_of(all.receive(other))); };
  const T value = add(rank == 0 ? begun : from(rank - 1));
  if (rank < last) {
    all.send(rank + 1, packed(value));
    return from(last);
  }
  for (int other = 0; other < last; ++other) all.send(other, packed(value));
  return value;
}

}  // namespace heteroscope
