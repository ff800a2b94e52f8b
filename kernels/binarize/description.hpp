#pragma once

#include <type_traits>

#include "kernels/binarize/parameters.hpp"

namespace heteroscope::binarize {

/// Calls `visit(&Parameters::member, Parameter{...})` once for each member; there is none.
template <class Visit>
void describe(std::type_identity<Parameters>, Visit&&) {}

}  // namespace heteroscope::binarize
