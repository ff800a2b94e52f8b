#pragma once

#include <ostream>

#include "core/types/types.hpp"

namespace heteroscope {

/// How GoogleTest shows what has an id, also in the names of tests; it finds this beside the type.
template <class E>
requires(ids<E>.size() > 0) void PrintTo(E value, std::ostream* out) {
  *out << id_of(value);
}

}  // namespace heteroscope
