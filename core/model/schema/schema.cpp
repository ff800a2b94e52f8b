#include "core/model/schema/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace heteroscope {

std::vector<const Setting*> whole_schema() {
  std::vector<const Setting*> out;
  for (const auto part : {problem_schema(), execution_schema(), look_schema()})
    out.insert(out.end(), part.begin(), part.end());
  return out;
}

void carry_over(const Execution& from, Execution& to) {
  for (const Setting* each : execution_schema()) each->carry(from, to);
}

const Setting& find_setting(std::string_view id) {
  const std::vector<const Setting*> all = whole_schema();
  const auto found = std::ranges::find(all, id, &Setting::id);
  if (found == all.end()) throw std::logic_error(fmt::format("there is no setting {}", id));
  return **found;
}

}  // namespace heteroscope
