#pragma once

#include <type_traits>

#include "core/model/parameter_description.hpp"
#include "kernels/transpose/parameters.hpp"

namespace heteroscope::transpose {

/// Calls `visit(&Parameters::member, Parameter{...})` once for each member; there is none.
template <class Visit>
void describe(std::type_identity<Parameters>, Visit&&) {}

}  // namespace heteroscope::transpose
