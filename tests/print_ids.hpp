#pragma once

#include <ostream>
#include <type_traits>

#include "core/model/basic_types.hpp"

namespace heteroscope {

/// GoogleTest prints values that have an id as that, in messages and in the names that ctest lists.
template <class T>
requires std::is_enum_v<T> && requires(T value) {
  id_of(value);
}
void PrintTo(const T& value, std::ostream* out) {
  *out << id_of(value);
}

}  // namespace heteroscope
