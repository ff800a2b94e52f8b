#pragma once

namespace heteroscope {

/// Whether this MPI says that it may be given memory of a GPU ("CUDA-aware").
bool takes_device_memory();

}  // namespace heteroscope
