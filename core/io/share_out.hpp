#pragma once

#include <functional>

namespace heteroscope {

/// Calls `body(index, worker)` for every index from 0 on below `count`, on `threads` threads of which the caller's is
/// one (worker 0). All have ended when it returns or throws: the first thing that a body threw, or
/// std::system_error where a thread could not be started. Indices that had not begun by then are left out.
///
/// Not OpenMP's threads: what is thrown there cannot leave its region, and it ends the program where it gets no thread.
void share_out(int count, int threads, const std::function<void(int index, int worker)>& body);

}  // namespace heteroscope
