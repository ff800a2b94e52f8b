#pragma once

#include <string>

#include "core/summary/summary.hpp"
#include "core/verify/verifier.hpp"

namespace heteroscope {

/// Compares what a variant from a person's file computes with the reference, with these settings. Returns in a line
/// that names the file why it does not agree, or cannot be computed; empty: it agrees, or need not.
std::string why_not_right(const Settings& settings, const std::string& file, Verifier& verifier);

/// Whether two results of a plan are the same but for what the order of additions may change, as far as their summaries
/// tell: one that was not computed is not.
bool are_alike(const Plan& plan, const Summary& one, const Summary& other);

}  // namespace heteroscope
