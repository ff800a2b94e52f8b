#include "core/worker/shared_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/base/error.hpp"

namespace heteroscope {

SharedMemory::SharedMemory(std::size_t bytes)
    : descriptor_(memfd_create("heteroscope", MFD_CLOEXEC | MFD_ALLOW_SEALING)),
      bytes_(std::max<std::size_t>(bytes, 1)) {
  const bool made = descriptor_.is_open() && ftruncate(descriptor_.get(), static_cast<off_t>(bytes_)) == 0 &&
                    fcntl(descriptor_.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0;
  if (!made)
    throw BadInput(fmt::format("{} bytes of shared memory cannot be allocated: {}", bytes, std::strerror(errno)));
  map();
}

SharedMemory::SharedMemory(Descriptor from, std::size_t bytes)
    : descriptor_(std::move(from)), bytes_(std::max<std::size_t>(bytes, 1)) {
  struct stat facts {};
  const int seals = fcntl(descriptor_.get(), F_GET_SEALS);
  const bool fits = fstat(descriptor_.get(), &facts) == 0 && static_cast<std::size_t>(facts.st_size) >= bytes_;
  if (seals < 0 || (seals & F_SEAL_SHRINK) == 0 || !fits)
    throw BadInput(Wrong::damaged, "shared memory", fmt::format("shared memory: it does not hold {} bytes", bytes));
  map();
}

SharedMemory::~SharedMemory() {
  munmap(data_, bytes_);
}

void SharedMemory::map() {
  data_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_.get(), 0);
  if (data_ == MAP_FAILED)
    throw BadInput(fmt::format("{} bytes of shared memory cannot be mapped: {}", bytes_, std::strerror(errno)));
}

}  // namespace heteroscope
