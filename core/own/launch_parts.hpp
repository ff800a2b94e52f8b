#pragma once

#include <vector>

#include "core/model/own_kernels.hpp"

namespace heteroscope {

/// Returns the range in parts of at most so many rows, 0 being any number: every other part first, and then those
/// between them. Whoever writes beside the rows of a part writes into one that is done already, sooner or later.
std::vector<Rows> launch_parts(Rows rows, int most_rows);

/// Calls `launch` for each launch of the job, in launches of at most `most_rows` of the job where it names a number.
/// Iterations are launched in parts where their arguments name rows, which are the lines of the launch, or the columns
/// of its only line.
void launch_in_parts(const OwnKernels& stage, const AnyJob& job, const LaunchOwn& launch);

}  // namespace heteroscope
