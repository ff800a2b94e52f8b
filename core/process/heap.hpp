#pragma once

#include <chrono>

namespace heteroscope {

/// Called once, before threads begin: large pieces of memory are the system's again as soon as they are let go, and
/// threads share few arenas.
void limit_heap();

/// For so long nothing has been asked for where memory that is free is given back.
constexpr std::chrono::milliseconds rest_after{800};

/// Returns memory that was freed in small pieces to the system, too. It takes some milliseconds: for moments in which
/// nothing waits.
void return_free_memory();

}  // namespace heteroscope
