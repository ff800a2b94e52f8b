#pragma once

#include "app/results/result.hpp"
#include "app/text/document.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

/// What has been published beside what was measured, a line for each row of it; and what its conclusions come to, here
/// and by its own figures.
Document beside_published(const Result& result, const Suite& suite);

/// The same of a suite that says something of what was published, without anything measured: for want of a device, say.
Document published_alone(const Suite& suite);

/// Whether published_alone() has something to say.
bool has_published(const Suite& suite);

}  // namespace heteroscope
