#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/model/workload.hpp"

namespace heteroscope {

/// What the parameters of an iterating workload mean for its state; for `list`.
struct IterationFacts {
  int planes = 0;
  int spares = 0;
  int reach = 0;  ///< rows beyond its own that a step looks at
  std::optional<Limit> limit;
};
IterationFacts iteration_facts(const Workload& workload, const Values& values);

/// The facts with one value of a choice, all other parameters at their defaults.
struct IterationChoice {
  const Parameter* parameter = nullptr;
  std::string_view id;
  IterationFacts facts;
};
/// For every value of each choice that the facts depend on.
std::vector<IterationChoice> iteration_choices(const Workload& workload);

}  // namespace heteroscope
