#pragma once

namespace heteroscope {

/// Called once, before threads begin: large pieces of memory are the system's again as soon as they are let go, and
/// threads share few arenas.
void limit_heap();

/// Returns memory that was freed in small pieces to the system, too. It takes some milliseconds: for moments in which
/// nothing waits.
void return_free_memory();

}  // namespace heteroscope
