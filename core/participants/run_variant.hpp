#pragma once

#include "core/model/any_job.hpp"
#include "core/model/variant.hpp"

namespace heteroscope {

/// Computes the job, and says in its trace that a call of the variant begins.
void run_variant(const Variant& variant, const AnyJob& job);

}  // namespace heteroscope
