#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "core/types.hpp"

namespace heteroscope {

/// One allocation of one memory kind, freed with the object.
class Buffer {
 public:
  /// Throws DeviceError (device kinds) or BadInput (host) when there is not enough memory.
  Buffer(MemoryKind kind, std::size_t bytes);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  [[nodiscard]] MemoryKind kind() const { return kind_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// As the CPU sees it; null for device memory.
  [[nodiscard]] void* host() const { return host_; }
  /// As the GPU sees it; null for ordinary host memory.
  [[nodiscard]] void* device() const { return device_; }

 private:
  MemoryKind kind_;
  std::size_t bytes_;
  void* host_ = nullptr;
  void* device_ = nullptr;
};

/// Hands out buffers and takes them back for the next frame: page-locked and device allocations cost milliseconds.
/// Safe to use from several threads; buffers may outlive the pool.
class BufferPool {
 public:
  BufferPool();
  [[nodiscard]] std::shared_ptr<Buffer> take(MemoryKind kind, std::size_t bytes);
  /// Frees what is not in use.
  void trim();

 private:
  struct Shelf {
    std::mutex mutex;
    std::vector<std::unique_ptr<Buffer>> idle;
  };
  std::shared_ptr<Shelf> shelf_;
};

}  // namespace heteroscope
