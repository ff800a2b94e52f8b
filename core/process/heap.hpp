#pragma once

namespace heteroscope {

/// Called once, before threads begin: large pieces of memory are the system's again as soon as they are let go, and
/// threads share few arenas.
void limit_heap();

/// What has been let go in small pieces is the system's again, too. Takes some ms: for moments in which nothing waits.
void return_free_memory();

}  // namespace heteroscope
