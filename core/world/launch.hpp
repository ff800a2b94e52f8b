#pragma once

namespace heteroscope {

/// How this process was started: alone, or by mpirun as one of several that work together.
struct Launch {
  int rank = 0;  ///< which of them it is
  int count = 1;
  int local_rank = 0;  ///< among those of its machine
  int local_count = 1;
};

/// As the environment says that Open MPI, MPICH and Slurm's PMIx leave; nothing of MPI is loaded for it.
Launch launch_of_environment();

/// Divides what the ranks of a machine share, before anything of it is used: the processors, where mpirun has bound
/// nobody to some of them; the GPUs (CUDA_VISIBLE_DEVICES), each to one rank where there are enough; and what each may
/// hold of the memory, where HETEROSCOPE_MEMORY_LIMIT does not say so. One rank a machine has all of it.
void take_own_share(const Launch& launch);

}  // namespace heteroscope
