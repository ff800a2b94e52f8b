#pragma once

namespace heteroscope {

/// Threads that wait for each other spin before they sleep, with GCC's OpenMP library for some milliseconds. Where
/// other programs want the cores, that keeps from them, and from the thread that is waited for, what nobody uses. The
/// library reads how long (GOMP_SPINCOUNT) before main() begins, so that this program is begun again with a short time,
/// in the same process, if there are fewer cores than its threads and those of others want right now. Returns if all is
/// well as it is, or if a person has set OMP_WAIT_POLICY or GOMP_SPINCOUNT. Must be called before anything else is
/// done.
void spin_shortly_beside_others(char** argv);

}  // namespace heteroscope
