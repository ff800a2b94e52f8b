#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/io/descriptor.hpp"
#include "core/process/memory_limit.hpp"

namespace heteroscope {

/// The name of the machine that this process runs on.
using MachineName = std::array<char, 256>;
MachineName machine_name();

/// The handle by which another process of the machine finds memory.
struct CommonHandle {
  MachineName machine{};
  std::int64_t process = 0;
  std::int64_t descriptor = 0;
  std::uint64_t bytes = 0;
  std::uint64_t token = 0;  ///< that its first bytes are
};

/// Memory that two processes of one machine have in common. It is a file without a name (memfd_create) that takes no
/// room in /dev/shm: nothing of it is left when both have gone, however they went. All of it is there from the start,
/// and it cannot be made shorter, so that no access can fail later. It is zero but for its first `token_bytes`.
class CommonMemory {
 public:
  static constexpr std::size_t token_bytes = 64;

  /// Makes some. Throws BadInput where the machine, or the program's account, has not as much.
  explicit CommonMemory(std::size_t bytes);
  /// That which another process has made. Throws BadInput where it cannot be reached, or is not what was told.
  explicit CommonMemory(const CommonHandle& handle);
  ~CommonMemory();
  CommonMemory(const CommonMemory&) = delete;
  CommonMemory& operator=(const CommonMemory&) = delete;

  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// The handle of memory that this process has made; another opens the memory with it while this lives.
  [[nodiscard]] CommonHandle handle() const;

 private:
  void map();

  std::size_t bytes_;
  memory::Hold hold_;  ///< of the one that has made it
  Descriptor file_;
  std::byte* data_ = nullptr;
};

}  // namespace heteroscope
