#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// A parameter that changes nothing of what some settings compute, and why: "only method=sor overrelaxes".
struct UnusedParameter {
  std::string_view id;
  std::string why;
};

/// Those of the settings' workload, in its order: what the command line refuses, the window marks, and commands that
/// are written for a person leave out. Throws BadInput for values that cannot be bound.
std::vector<UnusedParameter> unused_parameters(const Settings& settings, const Workload& workload);

/// Why this one is among them; empty where it counts.
std::string why_unused(const std::vector<UnusedParameter>& unused, std::string_view id);

/// A variant that is chosen for a stage.
struct ChosenVariant {
  std::string id;
  const Variant* variant = nullptr;
};

/// Those of the processors that compute, in the stages' order.
std::vector<ChosenVariant> computing_variants(const Settings& settings, const Workload& workload);

/// Returns those of a processor in all stages, whether it computes or not.
std::vector<ChosenVariant> variants_of(Processor processor, const Settings& settings, const Workload& workload);

/// Whether one of the variants knows a choice of execution: the command line refuses it else, and commands that are
/// written for a person leave it out. What a build without CUDA does not know of GPU variants counts as known: plan()
/// refuses the GPU itself.
template <class Knows>
bool any_knows(const std::vector<ChosenVariant>& variants, Knows knows) {
  return std::ranges::any_of(
      variants, [&](const ChosenVariant& each) { return each.variant->run == nullptr || knows(each.variant->knobs); });
}

}  // namespace heteroscope
