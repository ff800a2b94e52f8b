#pragma once

#include <optional>
#include <string>

#include "core/summary/summary.hpp"
#include "core/verify/verifier.hpp"

namespace heteroscope {

/// What was found when a variant from a person's file was compared with the reference.
struct OwnCheck {
  std::string wrong;  ///< a line that names the file: why it does not agree, or cannot be computed; empty: neither
  std::optional<Summary> reference;  ///< of the reference's result, with which it agrees in all; none where it need not
};
OwnCheck checked_against_reference(const Settings& settings, const std::string& file, Verifier& verifier);

/// Whether two results of a plan are the same but for what the order of additions may change, as far as their summaries
/// tell: one that was not computed is not.
bool are_alike(const Plan& plan, const Summary& one, const Summary& other);

}  // namespace heteroscope
