#pragma once

namespace heteroscope {

/// Throws BadInput if OMP_STACKSIZE (OpenMP 5.2, section 21.2.7) asks for stacks of OpenMP's threads that are smaller
/// than such a thread needs on this machine: what libraries keep for each thread, the registers that the dynamic linker
/// saves when a function is called first, and what the program's own functions take. OpenMP's library itself refuses
/// what is less than PTHREAD_STACK_MIN, with a line, and takes the default.
void check_thread_stacks();

}  // namespace heteroscope
