#include "app/window/model/rate.hpp"

#include "app/text/format.hpp"

namespace heteroscope {

std::string rate_name(const State& state, std::string_view unit) {
  return state.workload->image ? capitalized(unit) : "Plain-loop " + std::string(unit);
}

}  // namespace heteroscope
