#include "app/window/model/rate.hpp"

#include "app/text/format.hpp"

namespace heteroscope {

std::string rate_name(const WindowModel& model, std::string_view unit) {
  return model.workload->image ? capitalized(unit) : "Plain-loop " + std::string(unit);
}

}  // namespace heteroscope
