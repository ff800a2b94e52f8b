#include "core/world/mpi/takes_device_memory.hpp"

/// Linked in place of takes_device_memory_asked.cpp where the MPI cannot be asked.
namespace heteroscope {

bool takes_device_memory() {
  return false;
}

}  // namespace heteroscope
