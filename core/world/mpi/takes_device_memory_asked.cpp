#include <mpi.h>
// after mpi.h
#include <mpi-ext.h>

#include "core/world/mpi/takes_device_memory.hpp"

namespace heteroscope {

bool takes_device_memory() {
  return MPIX_Query_cuda_support() == 1;
}

}  // namespace heteroscope
