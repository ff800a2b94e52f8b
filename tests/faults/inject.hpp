#pragma once

namespace heteroscope::faults {

/// What can be made to fail; see inject.cpp.
enum class Kind { alloc, open, write, fsync, rename, link, thread, gpu, gpu_full, gpu_lost };

/// Counts the call. True if it is the one that is to fail.
bool fails(Kind kind);

}  // namespace heteroscope::faults
