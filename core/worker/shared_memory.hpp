#pragma once

#include <cstddef>

#include "core/io/descriptor.hpp"

namespace heteroscope {

/// Memory that two processes have at once. Who has made it keeps it however the other ends; neither can make it
/// smaller, so that no access to it fails.
class SharedMemory {
 public:
  /// Makes memory of so many bytes, all 0. Throws BadInput where there is not enough.
  explicit SharedMemory(std::size_t bytes);
  /// Takes the memory that another process has made. Throws BadInput where it has fewer bytes, or could be made
  /// smaller.
  SharedMemory(Descriptor from, std::size_t bytes);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] int descriptor() const { return descriptor_.get(); }

 private:
  void map();

  Descriptor descriptor_;
  std::size_t bytes_;
  void* data_ = nullptr;
};

}  // namespace heteroscope
