#pragma once

#include <array>
#include <cstddef>

/// Device memory that processes of one machine share (CUDA's inter-process handles). Each call throws DeviceError where
/// the driver or the GPUs' links do not allow it.
namespace heteroscope::device {

/// What another process opens memory by.
using SharedHandle = std::array<std::byte, 64>;

/// Of memory that allocate() gave, of the kind `device`.
SharedHandle share(void* memory);
/// Another process' memory, as the GPU in use reaches it.
void* open_shared(const SharedHandle& handle);
/// Before the other process frees it. Reports a failure on standard error and goes on: used by destructors.
void close_shared(void* memory) noexcept;

}  // namespace heteroscope::device
