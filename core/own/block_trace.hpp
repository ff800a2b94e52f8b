#pragma once

#include "core/model/own_kernels.hpp"
#include "core/own/source/launch_shape.hpp"
#include "core/own/source/own_source.hpp"
#include "core/own/traced_blocks.hpp"
#include "core/trace/writer.hpp"

namespace heteroscope {

/// Returns whether the source's blocks are traced one by one. Otherwise a call is one span, since nothing says which
/// cells a block computes, or which kernel computes them; and so it is where the kernel's attributes are such that no
/// function has them that another kernel calls.
bool traces_blocks(const OwnSource& source);

/// Takes down a launch as a pass of its own. `pass`: that of the launch's job. Returns what the kernel is launched with
/// beside its arguments.
TracedBlocks begin_blocks(TraceWriter& trace, const OwnSource& source, PassShape pass, const OwnLaunch& launch,
                          const OwnLaunchShape& shape);

}  // namespace heteroscope
