#include "core/types/basic_types.hpp"

#include <stdexcept>

namespace heteroscope {

void no_arithmetic_in_int32() {
  throw std::logic_error("int32 values can only be counted");
}

}  // namespace heteroscope
