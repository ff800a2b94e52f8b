#pragma once

#include "core/model/access_pattern.hpp"
#include "core/own/source/own_source.hpp"

namespace heteroscope {

/// Returns what the warps of a source's kernel reach, as its declarations say, which it has. Nothing of the person's
/// code runs: the declarations are expressions in whole numbers, and all loops take 131,072 turns for a warp at most.
/// The source outlives the pattern. Throws CompileError, with the place, for an expression without a value and
/// for a grid or tiles that no GPU launches. So do the pattern's functions, for an element that its array does not
/// have, too.
AccessPattern own_accesses(const OwnSource& source, const AccessProblem& problem);

}  // namespace heteroscope
