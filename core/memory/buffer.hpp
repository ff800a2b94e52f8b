#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "core/device/device.hpp"
#include "core/process/memory_limit.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// Whether there are cells around a buffer that nothing may write: whoever computes beyond its ends is found out.
enum class Guards { none, around };

/// One allocation of one memory kind, freed with the object. What takes host memory is held in the program's account;
/// device memory is the GPU's that is in use.
class Buffer {
 public:
  /// Throws DeviceError (device kinds) or BadInput (host) when there is not enough memory.
  Buffer(MemoryKind kind, std::size_t bytes, Guards guards = Guards::none);
  /// Ordinary host memory that somebody else has allocated, and that lives as long as the buffer at least.
  Buffer(std::shared_ptr<void> memory, std::size_t bytes);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  [[nodiscard]] MemoryKind kind() const { return kind_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// The number of the GPU that was in use when it was made.
  [[nodiscard]] int gpu() const { return gpu_; }
  /// The address for the CPU; null for memory that the CPU does not reach (device::is_reached_by_cpu).
  [[nodiscard]] void* host() const { return host_; }
  /// The address for the GPU; null for ordinary host memory.
  [[nodiscard]] void* device() const { return device_; }
  /// Whether all its bytes are 0, by what was said last.
  [[nodiscard]] bool zeroed() const { return zeroed_; }
  void set_zeroed(bool zeroed) { zeroed_ = zeroed; }
  /// Whether its guards are as they were made; waits for what the GPU is doing.
  [[nodiscard]] bool has_whole_guards() const;

 private:
  void set_guards() const;
  /// Calls visit(memory) for each of its guards.
  template <class Visit>
  void for_each_guard(Visit visit) const;

  MemoryKind kind_;
  std::size_t bytes_;
  std::size_t guard_ = 0;  ///< bytes ahead of it and behind it
  int gpu_;
  memory::Hold hold_;
  std::shared_ptr<void> lent_;  ///< that it has not allocated itself; null: it has
  void* host_ = nullptr;
  void* device_ = nullptr;
  bool zeroed_ = false;
};

/// Hands out buffers and takes them back for the next frame: page-locked and device allocations cost milliseconds. Idle
/// ones go where the program's account has no room. Safe to use from several threads; buffers may outlive the pool.
class BufferPool {
 public:
  explicit BufferPool(Guards guards = Guards::none);
  [[nodiscard]] std::shared_ptr<Buffer> take(MemoryKind kind, std::size_t bytes);
  /// One of which all bytes are 0. Who has made them so again before it goes back says so (`Buffer::set_zeroed`), and
  /// saves the next the time. They are in device memory, and set on this stream.
  [[nodiscard]] std::shared_ptr<Buffer> take_zeroed(std::size_t bytes, const device::Stream& stream);
  /// A new frame begins: what the last few have had no use for is freed, but for some megabytes.
  void next_frame();
  /// No frame has begun for a while: what the last few have had no use for is freed, all of it.
  void rest();
  /// Whether nothing has written outside of its buffers since they were made, as far as their guards tell.
  [[nodiscard]] bool has_whole_guards() const;
  /// Frees what is not in use.
  void trim();
  /// Sets what is not in use to 0: whoever takes it next finds nothing there that another has computed.
  void overwrite();

 private:
  struct Idle {
    std::unique_ptr<Buffer> buffer;
    std::uint64_t since = 0;  ///< the frame
  };
  struct FreeList {
    std::mutex mutex;
    std::vector<Idle> idle;
    std::vector<std::weak_ptr<const Buffer>> guarded;  ///< handed out, where there are guards
    std::uint64_t frame = 0;
    int gpus = 1;  ///< that buffers were taken for: the highest number of one, plus 1

    /// Frees what is idle.
    void clear();
    /// Frees, the oldest first, what the last few frames have had no use for, until at most so much is idle.
    void free_unused(std::size_t most_bytes, std::size_t most_buffers);
    /// Takes one that fits, rather one whose bytes are 0 or rather another; null: there is none.
    std::unique_ptr<Buffer> find(MemoryKind kind, std::size_t bytes, bool zeroed);
  };
  std::shared_ptr<Buffer> take(MemoryKind kind, std::size_t bytes, bool zeroed);

  Guards guards_;
  std::shared_ptr<FreeList> free_list_;
  memory::ReclaimableCache keeper_;
};

}  // namespace heteroscope
