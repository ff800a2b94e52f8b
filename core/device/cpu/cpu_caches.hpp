#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace heteroscope {

/// Bytes that all caches of the last level hold together, as Linux tells of them below `cpus`; where it does not, more
/// than most processors have.
std::size_t last_level_bytes(const std::filesystem::path& cpus = "/sys/devices/system/cpu");

/// How much memory must be read so that nothing remains of what the caches held: twice their size, since they do not
/// evict the oldest lines first.
std::size_t bytes_to_evict();

/// Reads and writes all of the memory, a part of it on each of the processor's threads: what their caches held before
/// is gone.
void evict_caches(std::span<std::byte> memory);

}  // namespace heteroscope
