#pragma once

#include <optional>
#include <string>

#include "core/device/limits/capability.hpp"
#include "core/memory/field.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

/// The answer of `profile --model`, for one GPU variant.
struct ModelReport {
  std::string text;  ///< Markdown
  std::string csv;
};

/// Works out the launches of the GPU variant that `of` chooses, the sectors and passes of their instructions, and how
/// many of their blocks a multiprocessor holds; with `like`, of that compute capability alone. `input`: the source, for
/// variants whose addresses depend on its values. Throws BadInput where the variant's addresses are not modeled.
ModelReport model_report(const Plan& plan, const Execution& of, const Field& input,
                         std::optional<device::Capability> like);

/// The capability that `--like` names. Throws BadInput with those that are known.
device::Capability parse_capability(const std::string& text);

}  // namespace heteroscope
